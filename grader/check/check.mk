# Builds and runs the checks (grader/README.md). The Makefile at the top includes this file.
#   STUDENT    the folder with the files to check, laid out as src/; missing files come from src/
#   CHECK_DIR  the folder for all files that are built from STUDENT, and for all results
#   CHECK_FLAGS  more flags for the program that checks
#   LAB        the assignment: a folder of labs/. Its table lab.mk may have these rows (default):
#     LAB_SOURCES      the folder of the given files and of our solution (labs/LAB/src)
#     LAB_HEADER       declares the kernels (kernels.cuh)
#     LAB_HEADER_FOLDERS  the folders whose headers a student's file may include (labs/LAB)
#     LAB_KERNELS      the ids of the parts that are one kernel (LAB); for each of them, KERNEL_ID
#                      is the function (ID), and FILE_ID its file (ID.cu)
#     FILES_ID         of each other part that the grader runs: its files; the last one is what a
#                      student writes for it
#     KINDS_ID         the kinds of cases of a part, for the settings of the grader
#     LAB_PARTS        the ids of all parts (LAB_KERNELS); for each that is not a kernel, the file
#                      rules.mk names its programs in NEEDS_ID
#     LAB_HOST         the file with host code (none); LAB_HOST_HEADER declares its function, and
#                      it includes LAB_INCLUDED
#     LAB_OPTIONAL     other files that may be handed in
#     LAB_PROGRAM      the name of the check program (labs/LAB/check_program)
#   The file rules.mk, if there is one, has the rules for the programs that are not one kernel.
# Without LAB, a goal check-ID means the lab with this folder, or with this part in its table.
lab_of = $(or $(patsubst labs/%/lab.cpp,%,$(wildcard labs/$(1)/lab.cpp)),$(patsubst labs/%/lab.mk,%,$(shell grep -lE '^LAB_(KERNELS|PARTS) :=.* $(1)( |$$)' labs/*/lab.mk)))
LAB ?= $(or $(firstword $(foreach goal,$(filter check-%,$(MAKECMDGOALS)),$(call lab_of,$(goal:check-%=%)))),matching)
LAB := $(LAB)# chosen once, also for each make that this make starts
export LAB
-include labs/$(LAB)/lab.mk
$(if $(wildcard labs/$(LAB)/lab.cpp),,$(error LAB=$(LAB): there is no labs/$(LAB)/lab.cpp))
LAB_SOURCES  ?= labs/$(LAB)/src
LAB_HEADER   ?= kernels.cuh
LAB_KERNELS  ?= $(LAB)
$(foreach id,$(LAB_KERNELS),$(eval KERNEL_$(id) ?= $(id))$(eval FILE_$(id) ?= $(id).cu))
LAB_PARTS    ?= $(LAB_KERNELS)
LAB_INCLUDES := $(if $(wildcard labs/$(LAB)/$(LAB_HEADER)),-Ilabs/$(LAB))
# The files that are compiled, and the file of each part, as skeleton.py takes it.
LAB_FILES    := $(LAB_HOST) $(foreach id,$(LAB_KERNELS),$(FILE_$(id)))
LAB_MARKS    := $(LAB_SOURCES) $(foreach id,$(LAB_PARTS),$(addprefix $(id)=,$(or $(FILE_$(id)),$(lastword $(FILES_$(id))))))
# What a student hands in; OFFERED: only if it is begun.
HAND_IN   := $(addprefix $(LAB_SOURCES)/,$(LAB_FILES) $(LAB_INCLUDED))
OFFERED   := $(addprefix $(LAB_SOURCES)/,$(LAB_OPTIONAL))
STUDENT   ?= $(LAB_SOURCES)
CHECK_DIR ?= build/check$(if $(LAB_PROGRAM),,_$(LAB))

# The trusted program starts the other programs and checks the results that they send.
CHECK_PROGRAM := $(OUT)/$(or $(LAB_PROGRAM),labs/$(LAB)/check_program)
CHECK_OBJECTS := $(patsubst %.cpp,$(OUT)/%.o,$(wildcard grader/suite/*.cpp grader/suite/words/*.cpp \
  grader/check/*.cpp labs/$(LAB)/*.cpp labs/$(LAB)/words/*.cpp \
  $(or $(wildcard labs/$(LAB)/check),grader/check/kernels_only)/*.cpp))
# A lab compares its definition with LAB_HEADER, in which __global__ has no meaning for the host.
GRADER_FLAGS  := -std=c++17 -O1 -Wall -Wextra -Isrc -Igrader -I. -D__global__=

# It reads the students' source text as the translator does.
SOURCE_READER := $(patsubst %,$(CUDA_ON_CPU)/translate/%.o,directives file_outline outline sides source variables)

$(CHECK_PROGRAM): $(CHECK_OBJECTS) $(CPU_NEEDS)
	$(CXX) $(CHECK_OBJECTS) $(SOURCE_READER) -o $@

$(OUT)/%.o: %.cpp $(OUT)/flags
	echo "compile $<"
	mkdir -p $(@D)
	$(CXX) $(GRADER_FLAGS) -MMD -MP -c $< -o $@

# Flags for programs that are started for every run; empty if the compiler does not support them.
# With these flags, a program starts in half the time: it searches for fewer shared libraries, and
# the symbols of its static libraries are hidden. The compiler is tested when STARTS_FAST is first
# used.
STARTS_FAST = $(eval STARTS_FAST := $(call links,int main() {},$(FAST_FLAGS)))$(STARTS_FAST)
FAST_FLAGS := -static-libstdc++ -static-libgcc -Wl,--exclude-libs=ALL

# The untrusted programs: each contains one file of the submission. They are built twice: plain, and
# for diagnostic mode. Diagnostic mode uses CUDA on the CPU, even if the plain programs run on a
# GPU.
RUNNERS     := $(LAB_KERNELS:%=run_%)
CHECK_MODES := plain diagnostic
note_of_diagnostic = , for diagnostic mode
cu_of       = $(if $(filter diagnostic,$(1)),$(CPU_CU) --diagnose,$(CU))
kernels_of  = $(if $(filter $(foreach kernel,$(LAB_KERNELS),$(FILE_$(kernel))),$(2)),$(if $(filter diagnostic,$(1)),$(CPU_KERNELS),$(CU_KERNELS)))
link_of     = $(if $(filter diagnostic,$(1)),$(QUICK_LINK) --diagnose,$(if $(filter cpu,$(BACKEND)),$(QUICK_LINK),$(CU_LINK)))
# A run of make check starts several hundred programs, so they must start fast.
QUICK_LINK  = $(CPU_LINK) $(STARTS_FAST)
needs_of    = $(if $(filter diagnostic,$(1)),$(CPU_NEEDS),$(CU_NEEDS))
# The submission may be in any folder. With -fdebug-prefix-map instead of -ffile-prefix-map, the
# compiler's messages keep the paths of the submission's files.
student_cu  = $(call lab_cu,$(subst -ffile-,-fdebug-,$(call cu_of,$(1))))
lab_cu     ?= $(1) $(LAB_INCLUDES)
student_file = $(firstword $(wildcard $(STUDENT)/$(1)) $(LAB_SOURCES)/$(1))

# The objects that are linked with those of the submission. $(1): the mode, $(2): the part of the
# suite.
RUNNER_MAIN    := $(OUT)/grader/runner/runner_main.o
launch_of      = $(OUT)/labs/$(LAB)/$(1)/launch_$(2).cu.o
beside_kernel  = $(call launch_of,$(1),$(2)) $(OUT)/grader/$(1)/kernel_runner.cu.o $(RUNNER_MAIN)

# The compiler's messages about a student's file are stored next to the object, and the check shows
# them if the part fails. Warnings about numbers that may not fit into their type are switched on
# for students' files only.
NARROWING  := $(if $(filter cpu,$(BACKEND)),-Wconversion -Wno-sign-conversion)
keep_words = 2>$$@.log || { cat $$@.log >&2; exit 1; }

# $(1): the mode, $(2): the folder of the files that are built from the submission, $(3): the folder
# of the objects that are built from our files.
define runner_rules
$(3)/%.cu.o: grader/runner/%.cu $$(OUT)/flags $(call needs_of,$(1))
	echo "compile $$<$(note_of_$(1))"
	mkdir -p $$(@D)
	$$(call cu_of,$(1)) -Igrader -MMD -MP -MF $$(@:.o=.d) -c $$< -o $$@
$(LAB_KERNELS:%=$(call launch_of,$(1),%)): $(call launch_of,$(1),%): grader/runner/launch_kernel.cu $$(OUT)/flags $(call needs_of,$(1))
	echo "compile $$< for $$*$(note_of_$(1))"
	mkdir -p $$(@D)
	$$(call cu_of,$(1)) $$(LAB_INCLUDES) -Igrader -DLAB_HEADER='"$(LAB_HEADER)"' -DLAB_KERNEL=$$(KERNEL_$$*) \
	  -MMD -MP -MF $$(@:.o=.d) -c $$< -o $$@

$(foreach kernel,$(LAB_KERNELS),$(eval $(2)/run_$(kernel): $(2)/$(FILE_$(kernel)).o))
$(RUNNERS:%=$(2)/%): $(2)/run_%: $(call beside_kernel,$(1),%) $(call needs_of,$(1))
	$$(call link_of,$(1)) $$(filter %.o,$$^) -o $$@
endef
define student_rule
$(2)/$(3).o: $(call student_file,$(3)) $(CHECK_DIR)/flags $(call needs_of,$(1))
	echo "compile $$<$(note_of_$(1))"
	mkdir -p $$(@D)
	$$(call student_cu,$(1)) $(call kernels_of,$(1),$(3)) -MMD -MP -MF $$(@:.o=.d) $(NARROWING) -c $$< -o $$@ $(keep_words)
endef
# The files of both back ends have the same names, so a change of the back end builds them again.
$(CHECK_DIR)/flags: $(OUT)/flags FORCE
	mkdir -p $(@D)
	cmp -s $< $@ || cp $< $@

# Programs that contain the kernels and many small changes to them. The check tries one change at a
# time, to find the place of a mistake (repairs.hpp). The programs are built only when the check
# needs them, and never if VARIANTS is empty. For diagnostic mode, the file
# `only` names the changes to include.
VARIANTS ?= $(CHECK_DIR)/variants
# $(1): the mode, $(2): the folder, $(3): a file that lists the changes to include; empty: all
# changes
define variants_rules
$(foreach kernel,$(LAB_KERNELS),$(eval $(2)/run_$(kernel): $(2)/$(notdir $(FILE_$(kernel))).o))
$(RUNNERS:%=$(2)/%): $(2)/run_%: $(call beside_kernel,$(1),%) $(OUT)/grader/runner/chosen_variant.o $(CPU_NEEDS)
	$$(QUICK_LINK) $(if $(3),--diagnose) $$(filter %.o,$$^) -o $$@
$(foreach kernel,$(LAB_KERNELS),$(2)/$(notdir $(FILE_$(kernel))).o): $(2)/%.o: $(3) $(CHECK_DIR)/flags $(CPU_NEEDS)
	mkdir -p $$(@D)
	$$(subst -ffile-,-fdebug-,$$(CPU_CU)) $$(LAB_INCLUDES) --variants $(if $(3),--diagnose --only $(3)) -c $$(firstword $$(filter %/$$*,$$(STUDENT_KERNELS))) -o $$@
$(foreach kernel,$(LAB_KERNELS),$(eval $(2)/$(notdir $(FILE_$(kernel))).o: $(STUDENT)/$(FILE_$(kernel))))
endef
STUDENT_KERNELS := $(foreach kernel,$(LAB_KERNELS),$(STUDENT)/$(FILE_$(kernel)))
$(eval $(call variants_rules,plain,$(VARIANTS),))
$(eval $(call variants_rules,diagnostic,$(VARIANTS)/diagnostic,$(VARIANTS)/only))

$(foreach mode,$(CHECK_MODES),$(eval $(call runner_rules,$(mode),$(CHECK_DIR)/$(mode),$(OUT)/grader/$(mode))) \
  $(foreach file,$(LAB_FILES),$(eval $(call student_rule,$(mode),$(CHECK_DIR)/$(mode),$(file)))))

-include $(CHECK_OBJECTS:.o=.d) $(wildcard $(OUT)/grader/plain/*.d $(OUT)/grader/diagnostic/*.d \
  $(OUT)/labs/$(LAB)/*/*.d $(CHECK_DIR)/*/*.d $(CHECK_DIR)/*/*/*.d)

comma     := ,
space     := $(subst ,, )

# Which programs a part needs.
in_modes          = $(foreach mode,$(CHECK_MODES),$(1:%=$(CHECK_DIR)/$(mode)/%))
$(foreach kernel,$(LAB_KERNELS),$(eval NEEDS_$(kernel) := $(call in_modes,run_$(kernel))))
PARTS := $(LAB_PARTS)
-include labs/$(LAB)/rules.mk

# The grader builds submissions according to this JSON. The JSON says how to compile and link, and
# which of our objects belong to which program. It also contains what make has found out about the
# compiler, so that later calls of make need not test the compiler again. A lab with a program of its
# own has KIT_PROGRAM and our_object in rules.mk, and beside_ID for each part that is not a kernel.
json_list   = [$(call listed,$(1:%="%"))]
listed      = $(subst $(space),$(comma),$(strip $(1)))
our_object ?= $(CHECK_DIR)/plain/$(1).o
LAB_RUN    := $(foreach part,$(LAB_PARTS),$(if $(FILE_$(part))$(FILES_$(part)),$(part)))
beside_part = $(if $(filter $(2),$(LAB_KERNELS)),$(call beside_kernel,$(1),$(2)),$(call beside_$(2),$(1)))
define KIT
{
  "compile": $(call json_list,$(filter-out $(ANYWHERE),$(CU)) $(LAB_INCLUDES)),
  "kernels": $(call json_list,$(CU_KERNELS)),
  "link": $(call json_list,$(filter-out $(ANYWHERE),$(CU_LINK))),
  "link_tail": $(call json_list,$(ZLIB)),
  "modes": $(call json_list,$(CHECK_MODES)),
  "found": {"LINKS_OF": "$(LINKS_OF)", "ZLIB": "$(ZLIB)", "OPENMP": "$(OPENMP)"},
  "check_program": "$(CHECK_PROGRAM)",
  "ours": {$(call listed,$(foreach file,$(LAB_FILES),"$(LAB_SOURCES)/$(file)":"$(call our_object,$(file))"))},
  "runners": {$(call listed,$(foreach mode,$(CHECK_MODES),"$(mode)":{$(call listed,$(foreach part,$(LAB_RUN),"$(part)":$(call json_list,$(call beside_part,$(mode),$(part)))))}))},
  "program": $(or $(KIT_PROGRAM),null)
}
endef
.PHONY: print-kit
print-kit:
	$(info $(KIT)):
NEEDS_all := $(sort $(foreach part,$(PARTS),$(NEEDS_$(part))))

.PHONY: check check-verbose $(PARTS:%=check-%) check-build trace report
check-build: $(CHECK_PROGRAM) $(NEEDS_$(PART))

# Everything is built first. The first build takes a while, so each step is shown. A file that does
# not build affects only its own part: the compiler's messages about it are stored for the check,
# and the program that was built from an older version of the file is deleted.
build_check = $(MAKE) -s -k check-build PART=$(1) 2>$(CHECK_DIR)/build.log
run_check = mkdir -p $(CHECK_MODES:%=$(CHECK_DIR)/%); \
  if [ -x $(CHECK_PROGRAM) ]; then $(build_check) >/dev/null; \
  else echo "The checks are built first. This is done only once, and takes a minute or two."; $(build_check); fi || \
  for program in $(CHECK_PROGRAM) $(NEEDS_$(1)); do \
    $(MAKE) -s $$program >$$program.log 2>&1 || rm -f $$program; sed -i -e '/^make/d' -e '/^compile /d' $$program.log; \
  done; \
  if [ ! -x $(CHECK_PROGRAM) ]; then \
    cat $(CHECK_PROGRAM).log; echo "make check: the check program does not build"; exit 70; \
  fi; \
  python3 -B grader/skeleton.py facts $(STUDENT) $(LAB_MARKS) >$(CHECK_DIR)/marks.json || exit 70; \
  $(CHECK_PROGRAM) --programs $(CHECK_DIR)/plain --diagnostic $(CHECK_DIR)/diagnostic --logs $(CHECK_DIR)/plain --sources $(STUDENT) \
    --marks $(CHECK_DIR)/marks.json --testcases testcases \
    $(if $(filter cpu,$(BACKEND)),$(VARIANTS:%=--variants % --make '$(MAKE)')) \
    $(if $(LAB_PROGRAM),,--lab $(LAB)) --output $(CHECK_DIR) --json $(CHECK_DIR)/results.json --backend $(BACKEND) \
    $(if $(CASE),--case $(CASE)) $(if $(SCHEDULES),--schedules $(SCHEDULES)) $(CHECK_FLAGS) $(2)

# Ends if Python is missing, or if the student has not written any code yet.
if_begun = $(needs_python); \
  $(tell_changed); [ -x $(CHECK_PROGRAM) ] || python3 -B grader/skeleton.py start $(1) $(STUDENT) $(LAB_MARKS) || exit 1;

check:
	+$(call if_begun,all) $(call run_check,all)
check-verbose:
	+$(call if_begun,all) $(call run_check,all,--verbose)
$(PARTS:%=check-%): check-%:
	+$(call if_begun,$*) $(call run_check,$*,$*)

# Runs make check again whenever one of the student's files changes. PART=filter: only this part.
.PHONY: watch
watch:
	$(if $(filter-out $(PARTS),$(PART)),echo "make watch PART=$(PART): there is no such part; write $(subst match$(comma),match or,$(subst $(space),$(comma)$(space),$(PARTS)))"; exit 2)
	mkdir -p $(CHECK_DIR) && rm -f $(CHECK_DIR)/watched
	while :; do \
	  if [ ! -e $(CHECK_DIR)/watched ] || [ -n "$$(find $(HAND_IN) -newer $(CHECK_DIR)/watched)" ]; then \
	    touch $(CHECK_DIR)/watched; $(MAKE) check$(PART:%=-%) || :; echo "(waiting for a change; Ctrl-C ends)"; \
	  fi; \
	  sleep 1; \
	done

# A separate program makes the pages from the JSON that the check has written.
write_page = PYTHONPATH=grader python3 -B -m report

trace:
	$(needs_python)
	[ -n "$(INPUT)" ] || { echo "name a graph: make trace INPUT=graph.mtx"; exit 2; }
	+$(call run_check,all,--trace "$(INPUT)" $(if $(THREADS),--threads $(THREADS)) $(if $(BLOCKS),--blocks $(BLOCKS)))
	$(write_page) trace $(CHECK_DIR)

# The page explains parts that are not OK, so such a part is not an error here.
report:
	$(needs_python)
	rm -f $(CHECK_DIR)/results.json
	+($(call run_check,all)) || [ $$? = 1 ]
	$(write_page) check $(CHECK_DIR) $(CHECK_PROGRAM)
