"""The client that waits by itself: made from `_async` by `openapi/sdk/python/make.py`, do not edit."""
