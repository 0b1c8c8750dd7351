"""Grades a class: on one machine, on a Slurm cluster, or at Gradescope."""
