"""The pages of the window, one package each.

``catalogue`` lists them with the class of each; the window makes it with the controller when it is first shown. Pages
know the controller, the kit and what stands below them, and nothing of one another: to go elsewhere they emit a signal
of ``controller.navigation``.
"""
