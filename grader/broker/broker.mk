# Builds the broker, and our parts of the two programs that it connects: the host code of a
# submission, and the device in another process (docs/admin_guide.md). Only CUDA on the CPU has a
# broker. The Makefile at the top includes this file.
BROKER         := $(OUT)/grader/broker_program
BROKER_OBJECTS := $(patsubst %.cpp,$(OUT)/%.o,$(wildcard grader/broker/*.cpp))
REMOTE         := $(OUT)/grader/remote
SERVER         := $(REMOTE)/server.cu.o
HOST_KERNELS   := $(REMOTE)/host_kernels.cu.o
HOST_WRAPPER   := $(REMOTE)/onewaywrapper.cu.o
BESIDE_REMOTE  := $(MATCH_CPP:src/%=$(OUT)/%.o)

# The broker is started for every run of a program, so it is linked without shared libraries if that
# is possible.
$(BROKER): $(BROKER_OBJECTS)
	$(CXX) $^ -static -o $@ 2>$@.log || { \
	  echo "note: $(CXX) cannot link $(@F) statically (see $@.log). With shared libraries," \
	    "each run of a program takes some milliseconds longer" >&2; $(CXX) $^ -o $@; }

# $(1): the object, $(2): its source, $(3): flags of the compiler
define remote_rule
$(1): $(2) $(OUT)/flags $(CPU_NEEDS)
	mkdir -p $$(@D)
	$(CPU_CU) $(3) -MMD -MP -MF $$(@:.o=.d) -c $$< -o $$@
endef
$(eval $(call remote_rule,$(SERVER),src/cuda_on_cpu/remote/server.cu))
$(eval $(call remote_rule,$(HOST_KERNELS),grader/broker/host_kernels.cu,--remote))
$(eval $(call remote_rule,$(HOST_WRAPPER),src/onewaywrapper.cu,--remote))

-include $(BROKER_OBJECTS:.o=.d) $(wildcard $(REMOTE)/*.d)
