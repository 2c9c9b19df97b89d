"""The server of a shared event: Starlette on uvicorn, over TLS. Imported only by who shares an event."""
