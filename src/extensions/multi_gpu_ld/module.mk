# The part of the Makefile for the program multi_gpu_ld. `make multi_gpu_ld` builds it for the back
# end that BACKEND names, and puts it into the folder of the program `match`. The pattern rules of
# the Makefile compile the sources; this file lists the sources and links the programs.
# `make test-gpu` runs the second program, compare_engines.
#
# With BACKEND=cuda, the program needs NCCL, for -engine paper. If the build does not find NCCL, set
# NCCL_DIR to its folder.
MULTI_GPU_LD_DIR := src/extensions/multi_gpu_ld
MULTI_GPU_LD_SOURCES := $(filter-out %_main.cpp,$(wildcard $(MULTI_GPU_LD_DIR)/*.cu \
  $(MULTI_GPU_LD_DIR)/*.cpp src/extensions/common/*.cu src/extensions/common/*.cpp src/graph/*.cpp)) src/matching/matching.cpp src/matching/optimal_weight.cpp src/matching/stable_matching.cpp src/matching/verify_matching.cpp

ifeq ($(BACKEND),cuda)
  MULTI_GPU_LD_NCCL := $(if $(NCCL_DIR),-L$(NCCL_DIR)/lib -Xlinker -rpath=$(NCCL_DIR)/lib) -lnccl
  $(OUT)/extensions/multi_gpu_ld/%.cu.o: INCLUDES += $(NCCL_DIR:%=-I%/include)
else
  MULTI_GPU_LD_SOURCES += src/cuda_on_cpu/nccl.cpp
  MULTI_GPU_LD_NCCL :=
  $(OUT)/cuda_on_cpu/nccl.cpp.o: INCLUDES += -isystem src/cuda_on_cpu/include
endif

MULTI_GPU_LD_OBJECTS := $(MULTI_GPU_LD_SOURCES:src/%=$(OUT)/%.o)

$(OUT)/multi_gpu_ld $(OUT)/compare_engines: $(OUT)/%: $(OUT)/extensions/multi_gpu_ld/%_main.cpp.o \
                                            $(MULTI_GPU_LD_OBJECTS) $(CU_NEEDS)
	echo "link    $@"
	$(CU_LINK) $< $(MULTI_GPU_LD_OBJECTS) -o $@ $(MULTI_GPU_LD_NCCL) $(ZLIB)

-include $(MULTI_GPU_LD_OBJECTS:.o=.d) $(wildcard $(OUT)/extensions/multi_gpu_ld/*_main.cpp.d)
