"""What everybody may see of a shared event in a browser, over plain HTTP. Imported only by who serves it."""
