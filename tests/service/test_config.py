"""Settings: one table, defaults that run, one clear line for what cannot be used, no secret on a screen."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.config import BadSetting, Settings, environment, load, masked, origins, redis_url, rows, table, without_files


def test_nothing_set_gives_the_defaults() -> None:
    assert load({"PATH": "/bin"}) == Settings()


def test_a_field_is_read_from_the_variable_of_its_name() -> None:
    settings = load(
        {"INTRAMUROS_PORT": "9000", "INTRAMUROS_DATA": "/srv/games", "INTRAMUROS_METRICS": "off", "INTRAMUROS_AI_SECONDS": "0.25"}
    )
    assert (settings.port, settings.data, settings.metrics, settings.ai_seconds) == (9000, Path("/srv/games"), False, 0.25)


def test_the_data_folder_is_absolute_whatever_was_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/")
    assert load({"INTRAMUROS_DATA": "games"}).data == Path("/games")
    assert load({"INTRAMUROS_DATA": "~"}).data == Path.home()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "0"),
        ("PORT", "65536"),
        ("PORT", "eighty"),
        ("PORT", ""),
        ("PORT", "80.0"),
        ("PORT", "८०"),
        ("WORKERS", "-1"),
        ("WORKER_KIND", "spawn"),
        ("AI_SECONDS", "nan"),
        ("AI_SECONDS", "inf"),
        ("METRICS", "yes"),
        ("HOST", "http://here/"),
        ("DATA", ""),
        ("STORE_URL", "localhost:6379"),
        ("STORE_URL", "http://localhost:6379"),
        ("QUEUE_URL", "redis://"),
        ("QUEUE_URL", "redis://localhost:port"),
        ("QUEUE_URL", "cluster://one:7000"),
        ("STORE_URL", "cluster://one,two"),
        ("STORE_URL", "sentinel://one:26379,two:26379"),
        ("FORBIDDEN_CITY_TILES", "/there/is/no/such.toml"),
    ],
)
def test_a_bad_value_is_one_line_that_names_the_variable(name: str, value: str) -> None:
    with pytest.raises(BadSetting) as refused:
        load({f"INTRAMUROS_{name}": value})
    assert str(refused.value).startswith(f"INTRAMUROS_{name}={value} cannot be used: ")
    assert "\n" not in str(refused.value)


def test_an_unknown_name_is_refused_with_the_closest_one() -> None:
    with pytest.raises(BadSetting, match="INTRAMUROS_STORE_URI is not a setting; did you mean INTRAMUROS_STORE_URL"):
        load({"INTRAMUROS_STORE_URI": "redis://localhost"})


def test_a_name_unlike_any_other_is_refused_too() -> None:
    with pytest.raises(BadSetting, match="`intramuros config` lists them all"):
        load({"INTRAMUROS_XYZZY": "1"})


def test_one_url_alone_leaves_the_rest_to_the_embedded_server() -> None:
    assert load({}).embedded
    assert load({"INTRAMUROS_STORE_URL": "redis://store"}).embedded
    assert not load({"INTRAMUROS_STORE_URL": "redis://store", "INTRAMUROS_QUEUE_URL": "redis://queue"}).embedded


@pytest.mark.parametrize("url", ["redis://h:6379/0", "rediss://u:p@h", "unix:///run/s", "sentinel://a:1,b:2/main", "cluster://a:1"])
def test_every_kind_of_redis_can_be_named(url: str) -> None:
    assert redis_url(url) == url


def test_origins_may_stand_with_spaces_or_commas() -> None:
    assert origins("https://a.example, https://b.example") == origins("https://a.example https://b.example")


def test_passwords_and_tokens_never_reach_a_screen() -> None:
    settings = load(
        {
            "INTRAMUROS_STORE_URL": "redis://ada:s3cr3t@store:6379/0",
            "INTRAMUROS_QUEUE_URL": "redis://:p@ss@queue",
            "INTRAMUROS_OPERATOR_TOKEN": "t0ken",
        }
    )
    shown = {name: value for name, value, _, _ in table(settings)}
    assert shown["INTRAMUROS_STORE_URL"] == "redis://ada:***@store:6379/0"
    assert shown["INTRAMUROS_QUEUE_URL"] == "redis://:***@queue"
    assert shown["INTRAMUROS_OPERATOR_TOKEN"] == "***"


def test_a_refused_url_does_not_show_its_password() -> None:
    with pytest.raises(BadSetting) as refused:
        load({"INTRAMUROS_STORE_URL": "http://ada:s3cr3t@store"})
    assert "s3cr3t" not in str(refused.value)


def test_text_without_secrets_is_shown_as_it_is() -> None:
    assert masked("store_url", "redis://store:6379/0") == "redis://store:6379/0"


def test_the_table_has_a_line_for_every_field_and_its_defaults_are_those_in_force() -> None:
    lines = list(table(Settings()))
    assert [name for name, _, _, _ in lines] == [f"INTRAMUROS_{name.upper()}" for name in rows()]
    assert load({name: default for name, _, default, _ in lines}) == Settings()
    assert all(about and "\n" not in about for _, _, _, about in lines)


def test_the_settings_of_the_rulesets_keep_their_names(tmp_path: Path) -> None:
    (tmp_path / "tiles.toml").write_text("")
    given = {"INTRAMUROS_FORBIDDEN_CITY_TILES": str(tmp_path / "tiles.toml"), "INTRAMUROS_VERBOTENE_STADT_BOARD": str(tmp_path)}
    settings = load(given)
    assert {name: value for name, value, _, _ in table(settings)} | given == {name: value for name, value, _, _ in table(settings)}
    assert load(environment(settings)) == settings


@given(
    st.builds(
        Settings,
        port=st.integers(1, 65535),
        ai_seconds=st.floats(0.01, 3600),
        metrics=st.booleans(),
        cors_origins=st.lists(st.sampled_from(["https://a.example", "http://localhost:3000"])).map(tuple),
        store_url=st.sampled_from(["", "redis://u:p@h:1/2"]),
        operator_token=st.text("abc", max_size=3),
    )
)
def test_a_child_process_reads_the_same_settings(settings: Settings) -> None:
    assert load(environment(settings)) == settings


def test_the_token_of_a_player_is_no_setting_and_stops_no_server() -> None:
    assert load({"INTRAMUROS_TOKEN": "im_a_b"}) == load({})


def test_a_value_may_lie_in_a_file_so_that_no_secret_is_in_the_environment(tmp_path: Path) -> None:
    (tmp_path / "url").write_text("redis://web:secret@one:6379/0\n")
    settings = load({"INTRAMUROS_STORE_URL_FILE": str(tmp_path / "url")})
    assert settings.store_url == "redis://web:secret@one:6379/0"
    assert load(environment(settings)) == settings


@pytest.mark.parametrize("name", list(rows()))
def test_every_setting_can_come_from_a_file(tmp_path: Path, name: str) -> None:
    variable = f"INTRAMUROS_{name.upper()}"
    (tmp_path / "value").write_text(environment(Settings())[variable])
    assert load({f"{variable}_FILE": str(tmp_path / "value")}) == Settings()


def test_a_bad_value_from_a_file_is_one_line_that_does_not_show_it(tmp_path: Path) -> None:
    (tmp_path / "url").write_text("http://web:secret@one:6379/0\n")
    with pytest.raises(BadSetting) as refused:
        load({"INTRAMUROS_STORE_URL_FILE": str(tmp_path / "url")})
    assert str(refused.value).startswith(f"INTRAMUROS_STORE_URL_FILE={tmp_path / 'url'} cannot be used: ")
    assert "secret" not in str(refused.value)


def test_a_file_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match=r"^INTRAMUROS_PORT_FILE=.*nowhere cannot be read: No such file or directory\.$"):
        load({"INTRAMUROS_PORT_FILE": str(tmp_path / "nowhere")})
    (tmp_path / "noise").write_bytes(b"\xff\xfe")
    with pytest.raises(BadSetting, match="cannot be read: it is no text"):
        load({"INTRAMUROS_PORT_FILE": str(tmp_path / "noise")})


def test_a_value_and_a_file_for_it_are_one_too_many(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="INTRAMUROS_PORT and INTRAMUROS_PORT_FILE are both set"):
        load({"INTRAMUROS_PORT": "1", "INTRAMUROS_PORT_FILE": str(tmp_path)})


def test_child_processes_get_values_and_no_files() -> None:
    environ = {"PATH": "/bin", "INTRAMUROS_STORE_URL_FILE": "/run/secrets/store_url", "MY_FILE": "kept"}
    assert without_files(environ) == {"PATH": "/bin", "MY_FILE": "kept"}
