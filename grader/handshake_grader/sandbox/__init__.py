"""Runs untrusted programs in a sandbox, where they can use only what they were given."""
