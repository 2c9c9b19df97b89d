"""The pages of the window, one package each.

A page package has ``make(controller) -> QWidget``; ``catalogue`` lists the pages, and the window builds each one when
it is first shown. Pages know the controller, the widgets and the theme, and nothing of one another: to go elsewhere
they emit a signal of ``controller.navigation``.
"""
