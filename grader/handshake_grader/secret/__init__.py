"""What students must not know: the seeds of secret cases, their graphs, and how they are sealed."""
