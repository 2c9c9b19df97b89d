"""The pages of the window, one package each.

A page package has ``make(desk) -> QWidget``; ``catalogue`` lists the pages, and the window builds each one when it is
first shown. Pages know the desk, the widgets and the theme, and nothing of one another: to go elsewhere they emit
``desk.page_wanted`` or ``desk.table_wanted``.
"""
