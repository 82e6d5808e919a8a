"""Clients for the store and the queue, from their URLs.

`redis://`, `rediss://` and `unix://` are one server; `cluster://host:port,host:port` a Redis Cluster (store only);
`sentinel://host:port,host:port/name` the primary that the sentinels name. User, password and `?db=` go where URLs put them.
"""

import os
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

from redis import BlockingConnectionPool, Redis, exceptions
from redis.backoff import ExponentialWithJitterBackoff
from redis.cluster import ClusterNode, RedisCluster
from redis.retry import Retry
from redis.sentinel import Sentinel

from service.json_object import Json
from service.store.commands import Client as Client
from service.store.commands import Command, Connection, Pool, Reply, Run, Word
from service.store.semaphore import Line


class Brisk(Redis):
    """A client of one server that keeps connections at hand and sends a command by the shortest way; when that fails, by
    redis-py's own, with its checks and retries. It takes half the pool at most, the rest is for pipelines and listeners; who
    finds that half in use is served in the order of coming."""

    def __init__(self, pool: BlockingConnectionPool) -> None:
        super().__init__(connection_pool=pool)
        self._pool = pool
        self._most = pool.max_connections // 2
        self._begin()

    def _begin(self) -> None:
        self._process = os.getpid()
        self._at_hand: list[Connection] = []
        self._line = Line(max(self._most, 1))

    def execute_command(self, *args: Word, **options: object) -> Reply:
        line, connection = self._take()
        try:
            try:
                connection.send_command(*args)
                return self.parse_response(connection, args[0], **options)  # type: ignore[no-untyped-call]
            except exceptions.ResponseError:
                raise
            except (exceptions.ConnectionError, exceptions.TimeoutError):
                connection.disconnect()
            except BaseException:  # a job's time is up, say: the answer that is still to come must not be taken for the next one's
                connection.disconnect()
                raise
            finally:
                self._put_back(connection)
            return super().execute_command(*args, **options)  # type: ignore[no-untyped-call]
        finally:
            line.leave()

    def at_once(self, commands: Sequence[Command]) -> list[Reply]:
        """The answers to commands sent in one message; an error is an answer too."""
        if not commands:
            return []
        line, connection = self._take()
        try:
            connection.send_packed_command([packed(connection, commands)])
            return [answer_or_error(connection) for _ in commands]
        except (exceptions.ConnectionError, exceptions.TimeoutError):
            connection.disconnect()
        except BaseException:
            connection.disconnect()
            raise
        finally:
            self._put_back(connection)
            line.leave()
        return in_order(cast(Client, self), commands)

    def _take(self) -> tuple[Line, Connection]:
        """A connection at hand, or one more of the pool's, and the line whose place goes with it."""
        if self._process != os.getpid():
            self._begin()  # we have been forked: what is at hand is our parent's
        line = self._line
        if not line.enter(self._pool.timeout):
            raise exceptions.ConnectionError("No connection available.")
        try:
            return line, self._at_hand.pop()
        except IndexError:
            pass
        try:
            return line, self.connection_pool.get_connection()
        except BaseException:
            line.leave()
            raise

    def _put_back(self, connection: Connection) -> None:
        if connection.is_connected and len(self._at_hand) < self._most:
            self._at_hand.append(connection)
        else:
            self.connection_pool.release(connection)  # type: ignore[arg-type]


class Cluster(RedisCluster):
    """A client of a cluster for which a cluster that is away, or has no master for a slot, is a lost connection like any other."""

    def execute_command(self, *args: Word, **options: object) -> Reply:
        return as_lost_connection(super().execute_command, *args, **options)

    def pipeline(self, *args: Any, **options: Any) -> Any:
        made: Any = super().pipeline(*args, **options)  # type: ignore[no-untyped-call]
        made.execute = partial(as_lost_connection, made.execute)
        return made


def as_lost_connection(act: Callable[..., Any], *args: Any, **options: Any) -> Any:
    """What it gives; redis-py's errors about clusters, which are not among its others, become one of those."""
    try:
        return act(*args, **options)
    except exceptions.RedisClusterException as error:
        raise exceptions.ConnectionError(str(error)) from error


def server_of(client: Client, name: str) -> tuple[str, Pool]:
    """The server that has a key or a channel: its name in a cluster, and its connections."""
    if not isinstance(client, RedisCluster):
        return "", cast(Pool, cast(Redis, client).connection_pool)
    node = as_lost_connection(client.get_node_from_key, name)
    return node.name, as_lost_connection(client.get_redis_connection, node).connection_pool


def refresh_servers(client: Client) -> None:
    """Asks a cluster again which server has what."""
    if isinstance(client, RedisCluster):
        as_lost_connection(client.nodes_manager.initialize)


def packed(connection: Connection, commands: Iterable[Command]) -> bytes:
    """The commands as one message."""
    return b"".join([part for command in commands for part in connection.pack_command(*command)])


def answer_or_error(connection: Connection) -> Reply:
    try:
        return connection.read_response()
    except exceptions.ResponseError as error:
        return error


def in_order(client: Client, commands: Sequence[Command]) -> list[Reply]:
    """The answers to commands of which each is sent when the one before it has been answered; an error is an answer too."""
    answers: list[Reply] = []
    for command in commands:
        try:
            answers.append(client.execute_command(*command))
        except exceptions.ResponseError as error:
            answers.append(error)
    return answers


def at_once(client: Client, commands: Sequence[Command]) -> list[Reply]:
    """The raw answers to commands carried out in this order: in one round trip where one server has them all."""
    return client.at_once(commands) if isinstance(client, Brisk) else in_order(client, commands)


def in_turn(client: Client, commands: Sequence[Command]) -> list[Reply]:
    """The same, raising the error of any."""
    answers = at_once(client, commands)
    for answer in answers:
        if isinstance(answer, Exception):
            raise answer
    return answers


def run(client: Client, scripts: Sequence[Run]) -> list[Reply]:
    """What scripts answer that are run in this order; one that Redis does not know yet is sent whole."""
    answers = at_once(client, [["EVALSHA", script.sha, len(keys), *keys, *args] for script, keys, args in scripts])
    for place, (answer, (script, keys, args)) in enumerate(zip(answers, scripts, strict=True)):
        if isinstance(answer, exceptions.NoScriptError):
            answers[place] = script(keys=keys, args=args)
        elif isinstance(answer, Exception):
            raise answer
    return answers


def together(client: Client, commands: Sequence[Command]) -> list[Reply]:
    """The raw answers to commands whose order does not matter, in as few round trips as there are servers to ask; any error is raised."""
    if isinstance(client, Brisk):
        return in_turn(client, commands)
    pipeline = client.pipeline(transaction=False)
    for command in commands:
        pipeline.execute_command(*command)
    return list(pipeline.execute())


def connect(url: str, connections: int = 40, *, patient: bool = False, text: bool = True) -> Client:
    """A client for the URL with a capped pool; a patient one may block on a read for as long as it likes."""
    retry = Retry(ExponentialWithJitterBackoff(cap=0.5, base=0.02), retries=6)
    common: Json = {
        "decode_responses": text,
        "socket_timeout": None if patient else 5,
        "socket_connect_timeout": 2,
        "health_check_interval": 30,
        "retry": retry,
        "retry_on_error": [exceptions.ConnectionError, exceptions.TimeoutError],
    }
    parts = urlsplit(url)
    match parts.scheme:
        case "cluster":
            common.pop("retry_on_error")
            nodes = [ClusterNode(host, port) for host, port in addresses(parts.netloc)]  # type: ignore[no-untyped-call]
            more = {**common, **credentials(parts.netloc)}
            return cast(Client, as_lost_connection(Cluster, startup_nodes=nodes, max_connections=connections, **more))
        case "sentinel":
            sentinels: Any = Sentinel(addresses(parts.netloc), socket_timeout=2)  # type: ignore[no-untyped-call]
            database = int(parse_qs(parts.query).get("db", ["0"])[0])
            return cast(Client, sentinels.master_for(parts.path.strip("/"), db=database, **credentials(parts.netloc), **common))
        case _:
            pool = BlockingConnectionPool.from_url(url, max_connections=connections, timeout=5, **common)
            return cast(Client, Brisk(pool))  # redis-py's types say less than is so


def addresses(netloc: str) -> list[tuple[str, int]]:
    """The hosts and ports of a list like `user:password@one:26379,two:26379`."""
    hosts = netloc.rpartition("@")[2].split(",")
    return [(host.rpartition(":")[0] or host, int(host.rpartition(":")[2])) for host in hosts]


def credentials(netloc: str) -> Json:
    user, _, password = netloc.rpartition("@")[0].partition(":")
    return {name: value for name, value in (("username", user), ("password", password)) if value}
