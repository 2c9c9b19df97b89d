"""The way of the event's page to the public: into a folder, or by SFTP to a web host. Nothing here knows a screen.

What is written is the report ``site``, of what is public alone. paramiko and keyring are loaded when a host is
reached, and never before.

================  ======================================================================
``place``         where the page goes: a folder or an SFTP address, read from what is typed
``failures``      why it did not get there, in words
``publishing``    making the page and bringing it to its place
``sftp``          one upload: beside the old page, then in its place
``connection``    the way to a host: its key compared, the login, time and cancelling
``host_keys``     the keys of hosts that were accepted
``site_setting``  the place of one event's page on this computer, and what lies there
``passwords``     what the system's keyring keeps
================  ======================================================================
"""
