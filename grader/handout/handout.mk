# Makes the students' kit from this tree: build/handout/ and build/handout.tar.gz.
.PHONY: handout handout-proofs
handout:
	python3 grader/handout/make_handout.py build

# Runs all five proofs, with both back ends and every number of threads. This takes minutes.
handout-proofs: handout
	python3 grader/handout/prove_handout.py build/handout
