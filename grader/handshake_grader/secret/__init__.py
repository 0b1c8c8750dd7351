"""Makes the seeds and graphs of the secret cases, which students must not know. Encrypts graphs."""
