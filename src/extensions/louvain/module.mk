# The louvain program in the Makefile: `make louvain` builds it for the back end that BACKEND names,
# and puts it next to the program match. The Makefile's pattern rules compile the sources.
LOUVAIN_DIR := src/extensions/louvain
LOUVAIN_OBJECTS := $(patsubst src/%,$(OUT)/%.o,$(wildcard $(LOUVAIN_DIR)/*.cu $(LOUVAIN_DIR)/*.cpp) \
  $(filter-out %_main.cpp,$(wildcard src/graph/*.cpp)) \
  $(wildcard src/extensions/common/*.cpp))

$(OUT)/louvain: $(LOUVAIN_OBJECTS) $(CU_NEEDS)
	echo "link    $@"
	$(CU_LINK) $(LOUVAIN_OBJECTS) -o $@ $(ZLIB)

-include $(LOUVAIN_OBJECTS:.o=.d)
