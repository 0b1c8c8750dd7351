# The program extra_ladder, which measures the extra credit (docs/extensions/extra_credit.md).
EXTRA_LADDER_OBJECTS := $(patsubst src/%,$(OUT)/%.o,src/tests/gpu/extra_ladder/extra_ladder.cu \
  $(filter-out %_main.cpp,$(wildcard src/graph/*.cpp)))

$(OUT)/extra_ladder: $(EXTRA_LADDER_OBJECTS) $(CU_NEEDS)
	echo "link    $@"
	$(CU_LINK) $(EXTRA_LADDER_OBJECTS) -o $@ $(ZLIB)

-include $(EXTRA_LADDER_OBJECTS:.o=.d)
