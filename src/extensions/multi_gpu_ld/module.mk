# The multi_gpu_ld program in the Makefile: `make multi_gpu_ld` puts it next to match, for the back
# end that BACKEND names. The Makefile's pattern rules compile the sources; this file lists and
# links them. compare_engines is for check_on_gpus.sh.
#
# With BACKEND=cuda, -engine paper needs NCCL. If it is not found, set NCCL_DIR to its folder.
MULTI_GPU_LD_DIR := src/extensions/multi_gpu_ld
MULTI_GPU_LD_SOURCES := $(filter-out %_main.cpp,$(wildcard $(MULTI_GPU_LD_DIR)/*.cu \
  $(MULTI_GPU_LD_DIR)/*.cpp src/extensions/common/*.cpp src/graph/*.cpp)) src/matching/matching.cpp src/matching/stable_matching.cpp

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
