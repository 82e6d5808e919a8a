"""The page's files under `/static/<hash>/…`: compressed, cached for a year, and the policy that every page of ours is sent with.

The hash is of all files together, so a new version has new addresses, and the relative imports inside it stay among themselves.
"""

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from flask import Blueprint, Response

from service import problems
from service.web import encodings
from service.web.auth import this_call
from service.web.minify import minified

blp = Blueprint("static", __name__)

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    )
)
"""Nothing from elsewhere, nothing inline, and no text that becomes markup."""

KINDS = {
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml; charset=utf-8",
}
BOARD = "board/"
"""Where a ruleset's module is, and beside it, if its board needs one, its sheet."""
FOR_EVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True)
class Asset:
    """A file as it is sent."""

    kind: str
    plain: bytes
    packed: dict[str, bytes]


@cache
def folder() -> Traversable:
    return files("service.web").joinpath("pages", "app")


@cache
def assets() -> dict[str, Asset]:
    """Every file of the page by its path, packed once."""
    return {name: packed(name, body) for name, body in sorted(below(folder(), ""))}


def packed(name: str, body: bytes) -> Asset:
    sent = minified(ending(name), body.decode()).encode()
    return Asset(KINDS[ending(name)], sent, {coding: pack(sent) for coding, pack in encodings.THOROUGH.items()})


def below(place: Traversable, path: str) -> list[tuple[str, bytes]]:
    """The files of the kinds that we send in a folder and the folders in it."""
    found: list[tuple[str, bytes]] = []
    for each in place.iterdir():
        name = f"{path}{each.name}"
        if each.is_dir():
            found += below(each, f"{name}/")
        elif ending(name) in KINDS:
            found.append((name, each.read_bytes()))
    return found


def ending(name: str) -> str:
    return name.rpartition(".")[2]


@cache
def base() -> str:
    """Where the files are: an address that changes when any of them does."""
    digest = hashlib.sha256()
    for name, asset in assets().items():
        digest.update(name.encode() + b"\0" + asset.plain + b"\0")
    return f"/static/{digest.hexdigest()[:16]}"


def guarded(response: Response) -> Response:
    """The page with its policy."""
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    return response


@cache
def index() -> str:
    """The page, with all its modules named at once, so that a browser need not find them one after the other, and every ruleset's sheet."""
    modules = "\n".join(f'<link rel="modulepreload" href="{base()}/{name}">' for name in assets() if name.endswith(".js"))
    sheets = "\n".join(
        f'<link rel="stylesheet" href="{base()}/{name}">' for name in assets() if name.startswith(BOARD) and name.endswith(".css")
    )
    text = folder().joinpath("index.html").read_text(encoding="utf-8")
    return text.replace("{{modules}}", modules).replace("{{sheets}}", sheets).replace("{{base}}", base())


@blp.get("/")
def page() -> Response:
    """The playable page."""
    return guarded(Response(index(), content_type="text/html; charset=utf-8", headers={"Cache-Control": "no-cache"}))


@blp.get("/static/<string:version>/<path:name>")
def file(version: str, name: str) -> Response:
    """One of its files; those of a version that is not ours are gone."""
    asset = assets().get(name)
    if asset is None or f"/static/{version}" != base():
        raise problems.NotFound("file", {"file": name, "version": version})
    return sent(asset, FOR_EVER)


def sent(asset: Asset, caching: str) -> Response:
    """The file for the caller, packed if it takes that."""
    coding = encodings.chosen(this_call().header("ACCEPT_ENCODING") or "")
    headers = {"Cache-Control": caching, "Vary": "Accept-Encoding", **({"Content-Encoding": coding} if coding else {})}
    return Response(asset.packed[coding] if coding else asset.plain, content_type=asset.kind, headers=headers)
