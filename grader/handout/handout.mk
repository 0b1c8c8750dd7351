# Makes the students' kit from this tree: build/handout/ and build/handout.tar.gz. Its page about
# grading has the points and dates of SETTINGS. LABS: other labs that the kit has, too, such as
# LABS="saxpy matmul".
SETTINGS ?= grader/settings/matching.toml

# The reader of the settings needs the grader's Python environment, which `grader/grade` makes.
.PHONY: handout handout-proofs
handout:
	grader/grade --version >/dev/null
	.venv/bin/python grader/handout/make_handout.py build $(SETTINGS) $(LABS)

# Proves that the kit works; this takes minutes. If nvcc is installed, one proof also compiles with
# nvcc.
handout-proofs: handout
	.venv/bin/python grader/handout/prove_handout.py build/handout $(SETTINGS)
