"""Writing the public page of an event into a folder or, by SFTP, to a web host, without Qt.

What is written is the report ``site``, which is made only of what is public. paramiko and keyring are loaded when a
host is contacted.

================  ======================================================================
``place``         where the page goes, read from what is typed: a folder or an SFTP address; the login
``failures``      the reasons why it was not written
``publishing``    making the page and writing it
``sftp``          an upload: the host's key, the login, the page
``site_setting``  where the page of one event goes from this computer, and what was written
``passwords``     passwords in the system's keyring
================  ======================================================================
"""
