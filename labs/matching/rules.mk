# The programs of this lab that are not a single kernel: onewaywrapper.cu with stand-ins for the
# kernels, and match. grader/check/check.mk includes this file.

# onewaywrapper.cu must include the submission's extra.cu, not the file in src/.
lab_cu = $(subst -Isrc/gpu_extra_credit,-I$(STUDENT)/gpu_extra_credit -Isrc/gpu_extra_credit,$(1))

# The targets of the parts, written out for make_handout.py, which searches for them.
check-handshaking check-filter check-scan check-memory check-match check-extra:

NEEDS_memory := $(call in_modes,run_wrapper)
NEEDS_match  := $(CHECK_DIR)/plain/match
NEEDS_extra  := $(NEEDS_memory) $(if $(CASE),$(NEEDS_match))  # its last cases are runs of match

beside_wrapper = $(patsubst %,$(OUT)/grader/$(1)/%.cu.o,traced_cuda traced_functions) \
                 $(patsubst %,$(OUT)/labs/$(LAB)/$(1)/%.cu.o,wrapper_runner playback) \
                 $(RUNNER_MAIN) $(MATCH_CPP:src/%=$(OUT)/%.o)

# $(1): the mode, $(2): the folder of the files that are built from the submission, $(3): the folder
# of the objects that are built from our files.
define wrapper_rules
$(3)/%.cu.o: labs/$(LAB)/runner/%.cu $$(OUT)/flags $(call needs_of,$(1))
	echo "compile $$<$(note_of_$(1))"
	mkdir -p $$(@D)
	$$(call cu_of,$(1)) -Igrader -I. -MMD -MP -MF $$(@:.o=.d) -c $$< -o $$@

# run_wrapper contains replacements for the kernels. onewaywrapper.cu is compiled with a header that
# traces every call that allocates, sets, copies or frees GPU memory.
$(2)/run_wrapper: $(2)/traced/onewaywrapper.cu.o $(call beside_wrapper,$(1)) $(call needs_of,$(1))
	$$(call link_of,$(1)) $$(filter %.o,$$^) -o $$@ $$(ZLIB)

$(2)/traced/onewaywrapper.cu.o: $(call student_file,onewaywrapper.cu) grader/runner/traced_names $(CHECK_DIR)/flags $(call needs_of,$(1))
	echo "compile $$<$(note_of_$(1))"
	mkdir -p $$(@D)
	$$(call student_cu,$(1)) -Igrader -include runner/traced_cuda.hpp -MMD -MP -MF $$(@:.o=.d) $(NARROWING) -c $$< -o $$@ $(keep_words)
	objcopy --redefine-syms=grader/runner/traced_names $$@
endef
$(foreach mode,$(CHECK_MODES),$(eval $(call wrapper_rules,$(mode),$(CHECK_DIR)/$(mode),$(OUT)/labs/$(LAB)/$(mode))))

# HOST_LINES: the lines of onewaywrapper.cu in which the check tries changes.
# $(1): the mode, $(2): the folder, $(3): a file that lists the changes to include; empty: all
# changes
define wrapper_variants
$(2)/run_wrapper: $(2)/onewaywrapper.cu.o $(call beside_wrapper,$(1)) $(OUT)/grader/runner/chosen_variant.o $(CPU_NEEDS)
	$$(QUICK_LINK) $(if $(3),--diagnose) $$(filter %.o,$$^) -o $$@ $$(ZLIB)
$(2)/onewaywrapper.cu.o: $(STUDENT)/onewaywrapper.cu $(wildcard $(STUDENT)/gpu_extra_credit/extra.cu) $(3) $(CHECK_DIR)/flags $(CPU_NEEDS)
	mkdir -p $$(@D)
	$$(call student_cu,plain) -Igrader -include runner/traced_cuda.hpp --variants $(if $(3),--diagnose --only $(3)) \
	  --host-lines $$(HOST_LINES) -c $$< -o $$@
	objcopy --redefine-syms=grader/runner/traced_names $$@
endef
$(eval $(call wrapper_variants,plain,$(VARIANTS),))
$(eval $(call wrapper_variants,diagnostic,$(VARIANTS)/diagnostic,$(VARIANTS)/only))

$(CHECK_DIR)/plain/match: $(LAB_FILES:%=$(CHECK_DIR)/plain/%.o) $(filter-out $(SUBMISSION:src/%=$(OUT)/%.o),$(MATCH_OBJECTS)) $(CU_NEEDS)
	$(call link_of,plain) $(filter %.o,$^) -o $@ $(ZLIB)

# What the grader builds for the whole program: see grader/check/check.mk.
our_object = $(OUT)/$(1).o
beside_memory = $(beside_wrapper)
beside_extra  = $(beside_wrapper)
define KIT_PROGRAM
{
    "fixed": $(call json_list,$(MATCH_OBJECTS)),
    "broker": "$(BROKER)", "wrapper": "$(HOST_WRAPPER)",
    "host": $(call json_list,$(HOST_KERNELS) $(OUT)/main.cu.o $(BESIDE_REMOTE)),
    "device": $(call json_list,$(SERVER) $(OUT)/gpu_given/packGraph.cu.o $(BESIDE_REMOTE)),
    "link": $(call json_list,$(STARTS_FAST)),
    "extension_runner": "$(OUT)/grader/plain/ld_runner.cu.o", "our_extension": "$(EXTENSION:src/%=$(OUT)/%.o)"
  }
endef
