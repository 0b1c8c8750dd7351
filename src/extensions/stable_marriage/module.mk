# The stable_marriage program in the Makefile: `make stable_marriage` puts it next to match, for the
# back end that BACKEND names. The Makefile's pattern rules compile the sources.
STABLE_MARRIAGE_DIR := src/extensions/stable_marriage
STABLE_MARRIAGE_OBJECTS := $(patsubst src/%,$(OUT)/%.o,$(wildcard $(STABLE_MARRIAGE_DIR)/*.cu \
  $(STABLE_MARRIAGE_DIR)/*.cpp) $(filter-out %_main.cpp,$(wildcard src/graph/*.cpp)) \
  src/extensions/common/output_files.cpp)

$(OUT)/stable_marriage: $(STABLE_MARRIAGE_OBJECTS) $(CU_NEEDS)
	echo "link    $@"
	$(CU_LINK) $(STABLE_MARRIAGE_OBJECTS) -o $@ $(ZLIB)

-include $(STABLE_MARRIAGE_OBJECTS:.o=.d)
