"""The operator's page, `/operator`: anybody may load it, and it shows nothing without the operator's token."""

from flask import Blueprint, Response

from service.web.pages.page import page, text_of

blp = Blueprint("operator_page", __name__)


@blp.get("/operator")
def overview() -> Response:
    return page("operator", text_of("operator.html"))


@blp.get("/operator/operator.js")
def script() -> Response:
    return Response(text_of("operator.js"), content_type="text/javascript; charset=utf-8", headers={"Cache-Control": "no-cache"})
