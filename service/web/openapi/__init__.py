"""The OpenAPI document beyond what the views say one by one, and what of it a client may rely on."""
