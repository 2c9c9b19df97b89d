"""The page Display: controls what the hall sees and hears.

====================  ================================================================================
``page``              the parts, each behind a segment of a switch, and the sounds
``part``              the base class of the parts
``screens_view``      the screens, messages, browsers, and actions for all screens
``screen_panel``      the settings of the chosen screen
``preparation_view``  arrangements of screens saved under a name, and the pictures of sponsors
``ceremony_part``     the controls of the ceremony
``draw_part``         the controls of the live draw
====================  ================================================================================
"""
