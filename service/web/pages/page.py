"""A page of ours as it is sent, and the texts that pages are made of."""

from functools import cache
from html import escape
from importlib.resources import files

from flask import Response, request

from service.web.auth import this_call
from service.web.pages import site
from service.web.static import guarded


@cache
def text_of(name: str) -> str:
    return files("service.web").joinpath("pages", name).read_text(encoding="utf-8")


def page(title: str, body: str, query: str = "") -> Response:
    """A page of ours, its examples with the address that it was asked for under."""
    body = body.replace("{{url}}", escape(request.host_url.rstrip("/")))
    text = site.framed(title, body, this_call().path, query)
    return guarded(Response(text, content_type="text/html; charset=utf-8", headers={"Cache-Control": "no-cache"}))
