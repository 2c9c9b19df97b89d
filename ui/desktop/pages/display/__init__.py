"""The Display page: what the hall sees, governed from the desk.

``page``               its parts, each behind a segment of one switch
``part``               what each of them is
``screens_view``       the screens and what is done to all of them
``screen_cards``       a card a screen: a live picture, what it shows, how it is
``screen_panel``       the settings of the chosen one
``message_card``       words sent to screens
``arrangements_card``  screens laid out together, kept under a name
``sponsors_card``      the pictures of sponsors
``sound_view``         gong and warning
"""
