"""The pages of the window, one package each.

``catalogue`` lists the pages. The window creates each page, with the controller, when it is first shown. Pages know the
controller, the kit and the layers below, but nothing about one another: to go to another page, they emit a signal of
``controller.navigation``.
"""
