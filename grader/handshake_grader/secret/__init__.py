"""What students must not know: the seeds and graphs of the secret cases. Also encrypts graphs."""
