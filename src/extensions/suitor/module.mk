# The suitor program in the Makefile: `make suitor` builds it for the back end that BACKEND names,
# and puts it next to the program match. The Makefile's pattern rules compile the sources.
# `make test-gpu` uses compare_suitor, and profiles.py uses profile_suitor.
SUITOR_OBJECTS := $(patsubst src/%,$(OUT)/%.o,$(filter-out %_main.cpp,$(wildcard \
  src/extensions/suitor/*.cu src/extensions/suitor/*.cpp src/extensions/common/*.cu src/extensions/common/*.cpp src/graph/*.cpp)) \
  src/matching/matching.cpp src/matching/optimal_weight.cpp src/matching/stable_matching.cpp src/matching/verify_matching.cpp)

$(addprefix $(OUT)/,suitor compare_suitor profile_suitor): \
    $(OUT)/%: $(OUT)/extensions/suitor/%_main.cpp.o $(SUITOR_OBJECTS) $(CU_NEEDS)
	echo "link    $@"
	$(CU_LINK) $< $(SUITOR_OBJECTS) -o $@ $(ZLIB)

-include $(SUITOR_OBJECTS:.o=.d) $(wildcard $(OUT)/extensions/suitor/*_main.cpp.d)
