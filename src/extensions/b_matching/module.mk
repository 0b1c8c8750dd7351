# The b_matching program in the Makefile: `make b_matching` leaves it beside match, for the back end
# that BACKEND names. The Makefile's pattern rules compile the sources.
B_MATCHING_DIR := src/extensions/b_matching
B_MATCHING_OBJECTS := $(patsubst src/%,$(OUT)/%.o,$(wildcard $(B_MATCHING_DIR)/*.cu \
  $(B_MATCHING_DIR)/*.cpp src/extensions/common/*.cpp) \
  $(filter-out %_main.cpp,$(wildcard src/graph/*.cpp)) \
  src/matching/b_matching.cpp src/matching/greedy_matching.cpp src/matching/matching.cpp)

$(OUT)/b_matching: $(B_MATCHING_OBJECTS) $(CU_NEEDS)
	echo "link    $@"
	$(CU_LINK) $(B_MATCHING_OBJECTS) -o $@ $(ZLIB)

-include $(B_MATCHING_OBJECTS:.o=.d)
