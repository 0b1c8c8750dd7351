# The program match_cost: what each part of the handout's matching costs. It needs a GPU.
MATCH_COST_OBJECTS := $(OUT)/tests/gpu/match_cost/match_cost.cu.o $(filter-out $(OUT)/main.cu.o,$(MATCH_OBJECTS)) \
  $(patsubst src/%,$(OUT)/%.o,$(filter-out %_main.cpp,$(wildcard src/graph/generate*.cpp src/graph/graph_spec*.cpp)))
MATCH_COST_WRAPS := __cudaLaunchKernel cudaMalloc cudaFree cudaMemcpy

$(OUT)/match_cost: $(MATCH_COST_OBJECTS) $(CU_NEEDS)
	echo "link    $@"
	$(CU_LINK) $(addprefix -Xlinker --wrap=,$(MATCH_COST_WRAPS)) $(MATCH_COST_OBJECTS) -o $@ $(ZLIB)

-include $(MATCH_COST_OBJECTS:.o=.d)
