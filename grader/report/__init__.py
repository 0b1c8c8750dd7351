"""Makes the pages of `make report` and `make trace`."""
