# The part of the Makefile for the program stable_marriage. `make stable_marriage` builds it for the
# back end that BACKEND names, and puts it into the folder of the program `match`. The pattern rules
# of the Makefile compile the sources.
STABLE_MARRIAGE_DIR := src/extensions/stable_marriage
STABLE_MARRIAGE_OBJECTS := $(patsubst src/%,$(OUT)/%.o,$(wildcard $(STABLE_MARRIAGE_DIR)/*.cu \
  $(STABLE_MARRIAGE_DIR)/*.cpp) $(filter-out %_main.cpp,$(wildcard src/graph/*.cpp)) \
  $(wildcard src/extensions/common/*.cpp))

$(OUT)/stable_marriage: $(STABLE_MARRIAGE_OBJECTS) $(CU_NEEDS)
	echo "link    $@"
	$(CU_LINK) $(STABLE_MARRIAGE_OBJECTS) -o $@ $(ZLIB)

-include $(STABLE_MARRIAGE_OBJECTS:.o=.d)
