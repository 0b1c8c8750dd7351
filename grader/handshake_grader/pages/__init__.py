"""Everything that students and staff read: pages, plots, and the file for Gradescope."""
