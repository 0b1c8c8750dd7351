# Makes the students' kit from this tree: build/handout/ and build/handout.tar.gz.
.PHONY: handout handout-proofs
handout:
	python3 grader/handout/make_handout.py build

# Runs all proofs, with both back ends (if nvcc is installed) and every number of threads; this
# takes minutes.
handout-proofs: handout
	python3 grader/handout/prove_handout.py build/handout
