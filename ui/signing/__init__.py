"""The keys that sign fingerprints on this computer: made, kept, and carried to another one.

Nothing here knows a screen. keyring and cryptography are loaded when a key is used, and never before.

=================  ==============================================================
``secret_key``     a secret key: what it signs, and its public key
``kept_keys``      secret keys in the system's keyring
``key_file``       files of keys: the secret one with a passphrase, the public one
``known_keys``     the public keys that were made or imported on this computer
``signers``        what an open event signs with
=================  ==============================================================
"""
