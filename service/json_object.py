"""JSON objects: what is stored, sent and told, as Python has it. Their shapes are said where they are made, by schemas and docstrings."""

from typing import Any

Json = dict[str, Any]
