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

# make lab NAME=dot writes labs/dot: a copy of the lab FROM under the new name, to begin with. It passes
# make lab-doctor, which checks and grades every version in a lab.
.PHONY: lab lab-doctor
FROM ?= saxpy
OLD := labs/$(FROM)
NEW := labs/$(NAME)
lab:
	echo '$(NAME)' | grep -qE '^[a-z][a-z0-9_]*$$' || { echo "make lab NAME=dot: a name has small letters, digits and _"; exit 2; }
	[ ! -e $(NEW) ] || { echo "make lab: $(NEW) exists already"; exit 2; }
	[ -e $(OLD)/src/$(FROM).cu ] || { echo "make lab: there is no $(OLD)/src/$(FROM).cu to copy; name another lab with FROM"; exit 2; }
	cp -r $(OLD) $(NEW) && mv $(NEW)/src/$(FROM).cu $(NEW)/src/$(NAME).cu
	find $(NEW) -type f -exec sed -i 's/$(FROM)/$(NAME)/g' {} +
	echo "$(NEW): what $(FROM) computes, under the name $(NAME). docs/write_a_lab.md says what each file is for."
lab-doctor:
	[ -e $(NEW)/lab.cpp ] || { echo "make lab-doctor NAME=saxpy: there is no $(NEW)/lab.cpp"; exit 2; }
	grader/grade --version >/dev/null
	.venv/bin/pytest -q grader/tests/python/labs_test.py grader/tests/python/grade_lab_test.py --every-version -k '$(NAME)'
