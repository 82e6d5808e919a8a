"""Requests to addresses that players gave us: never to our own network, never for long, never believing much of the answer.

The name is resolved once, every address it has is checked, and the connection goes to a checked address: a name that
resolves to something else a moment later gains nothing. Redirects are answers like any other.
"""

import http.client
import ipaddress
import re
import socket
import ssl
import threading
from contextlib import suppress
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

URL = re.compile(r"https?://(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]{1,253})(:[0-9]{1,5})?(/[!-\"$-~]*)?(\?[!-\"$-~]*)?")
LONGEST_URL = 500
STEP_SECONDS, ALL_SECONDS = 4.0, 8.0
TRIED = 3
"""Addresses of a host that are tried: one of IPv6 may lead nowhere from here, and the next one of IPv4 to the host."""
READ_MOST = 1024
ODD = [ipaddress.ip_network(net) for net in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "fec0::/10")]
"""IPv6 addresses that stand for IPv4 ones, or for a site as they once did; we could be led home by them."""


class Refused(Exception):
    """We do not send anything there; `name` is that of the sentence for the player."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


@dataclass(frozen=True)
class Answer:
    """What came back: a status, or in a word why there is none."""

    status: int | None
    error: str | None = None
    address: str = ""
    """The first address of the host; empty for one of this machine."""


def checked(url: str, *, loopback: bool) -> tuple[str, int, list[str]]:
    """The host, the port and the addresses that a request to the URL may go to; raises Refused."""
    found = URL.fullmatch(url) if len(url) <= LONGEST_URL else None
    if found is None or not 0 < int((found[2] or ":443")[1:]) < 65536:
        raise Refused("url")
    parts = urlsplit(url)
    name, port = parts.hostname or "", parts.port or {"https": 443}.get(parts.scheme, 80)
    if parts.scheme != "https" and not loopback:
        raise Refused("url_start")
    addresses = resolved(name, port)
    if not addresses or not all(is_public(address) or (loopback and is_loopback(address)) for address in addresses):
        raise Refused("url_host")  # which it is, is not everybody's business
    if parts.scheme != "https" and not all(map(is_loopback, addresses)):
        raise Refused("url_start")
    return name, port, addresses


def resolved(name: str, port: int) -> list[str]:
    """Every address of a host, in the order in which the system would try them; none when it has none."""
    with suppress(OSError, UnicodeError, OverflowError):
        found = socket.getaddrinfo(name, port, type=socket.SOCK_STREAM)
        return list(dict.fromkeys(str(each[4][0]).partition("%")[0] for each in found))
    return []


def plain(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """The address, that of IPv4 where it is one in IPv6's clothes."""
    found = ipaddress.ip_address(address)
    return (found.ipv4_mapped or found) if isinstance(found, ipaddress.IPv6Address) else found


def is_loopback(address: str) -> bool:
    return plain(address).is_loopback


def is_public(address: str) -> bool:
    """Whether the address is somewhere on the internet and certainly not in our own network.

    >>> [is_public(text) for text in ("8.8.8.8", "10.0.0.1", "169.254.169.254", "::ffff:127.0.0.1", "64:ff9b::a00:1", "224.0.0.1")]
    [True, False, False, False, False, False]
    """
    found = plain(address)
    odd = any(found in net for net in ODD if net.version == found.version)
    return found.is_global and not (odd or found.is_multicast or found.is_reserved or found.is_unspecified)


def post(url: str, body: bytes, headers: dict[str, str], *, loopback: bool) -> Answer:
    """Sends the body and gives the answer's status; raises Refused for an address that is not allowed."""
    name, port, addresses = checked(url, loopback=loopback)
    return replace(sent(url, name, port, addresses, body, headers), address="" if is_loopback(addresses[0]) else addresses[0])


def sent(url: str, name: str, port: int, addresses: list[str], body: bytes, headers: dict[str, str]) -> Answer:
    """What comes of sending the body to one of the addresses."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(name, port, timeout=STEP_SECONDS)
    try:
        connection.sock = connected(addresses[:TRIED], port)
        with ending(connection):
            if parts.scheme == "https":
                encrypt(connection, name)
            target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            connection.request("POST", target, body, {**headers, "Host": parts.netloc, "Connection": "close"})
            answer = connection.getresponse()
            answer.read(READ_MOST)
            return Answer(answer.status)
    except ssl.SSLError:
        return Answer(None, "tls")
    except TimeoutError:
        return Answer(None, "timeout")
    except (OSError, http.client.HTTPException, ValueError):
        return Answer(None, "no-answer")
    finally:
        connection.close()


def connected(addresses: list[str], port: int) -> socket.socket:
    """A connection to the first of the addresses that takes one; raises what the last one said."""
    *others, last = addresses
    for address in others:
        with suppress(OSError):
            return socket.create_connection((address, port), STEP_SECONDS)
    return socket.create_connection((last, port), STEP_SECONDS)


def encrypt(connection: http.client.HTTPConnection, name: str) -> None:
    """Goes over to TLS, with the certificate checked against the name that the player gave."""
    context = ssl.create_default_context()
    connection.sock = context.wrap_socket(connection.sock, server_hostname=name, do_handshake_on_connect=False)
    connection.sock.do_handshake()


class ending:  # noqa: N801 - reads as a word where it is used
    """Cuts a connection that takes too long altogether, however busy it looks."""

    def __init__(self, connection: http.client.HTTPConnection) -> None:
        self.connection = connection
        self.timer = threading.Timer(ALL_SECONDS, self.cut)
        self.timer.daemon = True

    def __enter__(self) -> None:
        self.timer.start()

    def __exit__(self, *_: object) -> None:
        self.timer.cancel()

    def cut(self) -> None:
        with suppress(OSError, AttributeError):
            socket.socket.shutdown(self.connection.sock, socket.SHUT_RDWR)
