"""Runs untrusted programs in a sandbox: without network, and with only the files they are given."""
