# Makes the students' kit from this tree: build/handout/ and build/handout.tar.gz.
.PHONY: handout handout-proofs
handout:
	python3 grader/handout/make_handout.py build

# Proves that the kit works; this takes minutes. If nvcc is installed, one proof also compiles with
# nvcc.
handout-proofs: handout
	python3 grader/handout/prove_handout.py build/handout
