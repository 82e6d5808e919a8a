"""The client, written once: `intramuros_client/_sync` is made from this folder by `python openapi/sdk/python/make.py`."""
