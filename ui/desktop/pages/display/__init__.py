"""The page Display: controls what the hall sees and hears.

``page``               its parts, each behind a segment of a switch
``part``               the base class of the parts
``screens_view``       the screens, and actions for all of them
``screen_cards``       a card for each screen: a live picture, what it shows, its state
``screen_panel``       the settings of the chosen screen
``message_card``       messages to screens
``arrangements_card``  arrangements of screens, saved under a name
``sponsors_card``      the pictures of sponsors
``sound_view``         gong and warning
"""
