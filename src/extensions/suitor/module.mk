# The suitor program in the Makefile: `make suitor` leaves it beside match, for the back end that BACKEND
# names. The Makefile's pattern rules compile the sources.
SUITOR_OBJECTS := $(patsubst src/%,$(OUT)/%.o,$(wildcard src/extensions/suitor/*.cu \
  src/extensions/suitor/*.cpp src/extensions/common/*.cpp) src/matching/matching.cpp \
  $(filter-out %_main.cpp,$(wildcard src/graph/*.cpp)))

$(OUT)/suitor: $(SUITOR_OBJECTS) $(CU_NEEDS)
	echo "link    $@"
	$(CU_LINK) $(SUITOR_OBJECTS) -o $@ $(ZLIB)

-include $(SUITOR_OBJECTS:.o=.d)
