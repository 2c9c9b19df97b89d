"""The server of a shared event: Starlette on uvicorn, over TLS. Imported only when an event is shared."""
