# Builds the handout's program, packs a submission, and starts the tests. `make help` lists all
# commands.
#
#   BACKEND=cuda   nvcc and a real GPU
#   BACKEND=cpu    any machine: CUDA on the CPU (docs/cuda_on_cpu.md)
# Without BACKEND, make chooses cuda if the machine has both nvcc and a GPU.

ifeq ($(BACKEND),)
  NVCC_PATH := $(shell command -v nvcc)
  GPU_NAME  := $(shell nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | head -n 1)
  ifeq ($(NVCC_PATH),)
    BACKEND := cpu
    WHY := nvcc is not on the PATH
  else ifeq ($(GPU_NAME),)
    BACKEND := cpu
    WHY := nvcc is installed, but nvidia-smi shows no GPU
  else
    BACKEND := cuda
    WHY := nvcc and a GPU were found: $(GPU_NAME)
  endif
else
  WHY := BACKEND=$(BACKEND) was given
endif
ifeq ($(filter $(BACKEND),cpu cuda),)
  $(error BACKEND=$(BACKEND) does not exist: write BACKEND=cpu or BACKEND=cuda)
endif

MODE := $(if $(filter debug,$(MAKECMDGOALS)),debug,release)
OUT  := build/$(BACKEND)-$(MODE)

# The files that a student hands in. The extension is packed as well if there is code between its
# marks, or if its file has no marks. The grader reads no other files.
SUBMISSION := src/onewaywrapper.cu \
              src/gpu_required/check_handshaking.cu \
              src/gpu_required/markFilterEdges.cu \
              src/gpu_required/exclusive_prefix_sum.cu \
              src/gpu_extra_credit/extra.cu
EXTENSION  := src/gpu_extra_credit/ld_extension.cu

# The files in submit_me.tar have a date of 1970. A file that is unpacked here gets the present
# time, so that make rebuilds everything that depends on it.
$(shell find /dev/null $(wildcard $(SUBMISSION) $(EXTENSION)) ! -newermt 1971-01-01 -exec touch {} +)

MATCH_CU  := src/main.cu src/gpu_given/packGraph.cu $(filter-out %/extra.cu,$(SUBMISSION))
MATCH_CPP := src/util/utils.cpp \
             $(filter-out %_main.cpp src/graph/generate% src/graph/graph_spec%,$(wildcard src/graph/*.cpp))

# Puts a command into quotes if it is the path of one program and contains blanks.
one_word = $(if $(word 2,$(1)),$(shell test -x '$(1)' && echo '"$(1)"' || echo '$(1)'),$(1))

# If CXX is not set, GNU make uses g++; but a machine may have only clang++.
ifeq ($(origin CXX),default)
  CXX := $(firstword $(shell for name in g++ clang++; do command -v $$name >/dev/null && echo $$name; done) g++)
endif
override CXX := $(call one_word,$(CXX))
# With this option, the built files do not depend on the path of this folder. Otherwise -g would
# write the path into them. (cucc adds -g, because reports name lines of kernels.)
ANYWHERE := -ffile-prefix-map="$$PWD"=.
CXXFLAGS := -std=c++17 $(if $(filter debug,$(MODE)),-g -O0,-O2) -Wall -Wextra $(ANYWHERE)
INCLUDES := -Isrc -Isrc/util -Isrc/gpu_required -Isrc/gpu_given -Isrc/gpu_extra_credit

# If the machine has these two libraries, match uses them to read graphs: zlib reads .gz files, and
# OpenMP uses all cores.
links  = $(shell printf '$(1)' | $(CXX) -x c++ - $(2) -o /dev/null 2>/dev/null && echo '$(2)')
ifneq ($(LINKS_OF),$(CXX))  # exported: a make that this make starts skips these tests
  USE_ZLIB := \043include <zlib.h>\nint main() { return !zlibVersion(); }
  # Most machines have both libraries, so one test is enough.
  BOTH   := $(call links,$(USE_ZLIB),-lz -fopenmp)
  ZLIB   := $(if $(BOTH),-lz,$(call links,$(USE_ZLIB),-lz))
  OPENMP := $(if $(BOTH),-fopenmp,$(call links,int main() {},-fopenmp))
  LINKS_OF := $(CXX)
  export ZLIB OPENMP LINKS_OF
endif

# How each back end compiles and links a .cu file. make check needs CUDA on the CPU even if there is
# a GPU.
CUDA_ON_CPU := $(OUT)/cuda_on_cpu
CUCC        := src/cuda_on_cpu/cucc --runtime $(CUDA_ON_CPU) --cxx $(CXX)
CPU_CU      := $(CUCC) $(CXXFLAGS) $(INCLUDES)
CPU_KERNELS := --device-only  # refuses a kernel file with code that nvcc does not compile for a GPU
CPU_LINK    := $(CUCC) $(CXXFLAGS) $(OPENMP)
CPU_NEEDS   := $(CUDA_ON_CPU)/libcuda_on_cpu.a
ifeq ($(BACKEND),cuda)
  NVCC     ?= nvcc
  override NVCC := $(call one_word,$(NVCC))
  ARCH     ?= $(if $(GPU_NAME),-arch=native)
  CU_FLAGS := -std=c++17 $(if $(filter debug,$(MODE)),-g -G -O0,-O2 -lineinfo) $(ARCH)
  CU       := $(NVCC) -ccbin $(CXX) $(CU_FLAGS) $(INCLUDES)
  CU_LINK  := $(NVCC) -ccbin $(CXX) $(ARCH) $(if $(OPENMP),-Xcompiler $(OPENMP))
  CU_NEEDS :=
  NEEDS_NVCC = set -- $(NVCC); command -v "$$1" >/dev/null || { \
    echo "BACKEND=cuda needs $$1 of the CUDA toolkit, which is not installed: install it, or write BACKEND=cpu" >&2; exit 1; }
  CU_KERNELS :=
else
  CU       := $(CPU_CU)
  CU_LINK  := $(CPU_LINK)
  CU_NEEDS := $(CPU_NEEDS)
  CU_KERNELS := $(CPU_KERNELS)
endif

MATCH_OBJECTS := $(MATCH_CU:src/%=$(OUT)/%.o) $(MATCH_CPP:src/%=$(OUT)/%.o)

PROGRAMS := match generate_graph ld_match
PROGRAMS += multi_gpu_ld stable_marriage b_matching suitor louvain  # not handed out

.PHONY: default debug submit clean help demo FORCE
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory --no-builtin-rules

# Without -j, make uses all processors, but at most 8, because many people may share the machine.
# While GNU make 4.3 reads this file, MAKEFLAGS does not contain the -j of the user, or of the make
# that started this make. So the command line and the environment are searched for -j.
JOBS_ARE_GIVEN := $(shell { cat /proc/$$PPID/cmdline; printenv MAKEFLAGS; } | tr '\0 ' '\n\n' | \
  grep -E '^(-[bBdeikLnpqrRsStvw]*j|--jobs|--jobserver)')
ifeq ($(JOBS_ARE_GIVEN),)
  MAKEFLAGS += --jobs=$(shell processors=$$(nproc); echo $$((processors < 8 ? processors : 8)))
endif

default: match
debug: match

# Each program in this folder is a copy of the program that was built for the chosen back end and
# mode. So it is replaced when you choose another back end or mode.
$(PROGRAMS): %: $(OUT)/% FORCE
	cmp -s $< $@ || { cp $< $@ && echo "$@: built for BACKEND=$(BACKEND), $(MODE) ($(WHY))"; }

# VERBOSE=1 shows the commands.
ifeq ($(VERBOSE),)
.SILENT:
endif

$(OUT)/match: $(MATCH_OBJECTS) $(CU_NEEDS)
	echo "link    $@"
	$(CU_LINK) $(MATCH_OBJECTS) -o $@ $(ZLIB)

GENERATE_OBJECTS := $(patsubst src/%,$(OUT)/%.o,$(wildcard src/graph/*.cpp))
$(OUT)/generate_graph: $(GENERATE_OBJECTS)
	echo "link    $@"
	$(CXX) $(OPENMP) $^ -o $@ $(ZLIB)

$(filter $(OUT)/gpu_required/% $(OUT)/gpu_given/%,$(MATCH_OBJECTS)): KERNELS := $(CU_KERNELS)
$(OUT)/extensions/%: CU_OPENMP := $(if $(OPENMP),$(if $(filter cuda,$(BACKEND)),-Xcompiler) $(OPENMP))  # in src/extensions, host code uses all processors  # not handed out
$(OUT)/%.cu.o: src/%.cu $(OUT)/flags $(CU_NEEDS)
	echo "compile $<"
	mkdir -p $(@D)
	$(CU) $(CU_OPENMP) $(KERNELS) -MMD -MP -MF $(@:.o=.d) -c $< -o $@

$(OUT)/%.cpp.o: src/%.cpp $(OUT)/flags
	echo "compile $<"
	mkdir -p $(@D)
	$(CXX) $(CXXFLAGS) $(OPENMP) $(INCLUDES) -MMD -MP -c $< -o $@

# The grader runs the kernels and the host code of onewaywrapper.cu in two processes.
HOST_ONLY := build/cpu-release/host_only.o
$(HOST_ONLY): src/onewaywrapper.cu $(OUT)/flags $(CPU_NEEDS)
	$(CPU_CU) --remote -c $< -o $@

# If two makes run at the same time, one of them builds the library, and the other waits.
$(OUT)/cuda_on_cpu/libcuda_on_cpu.a: $(OUT)/flags FORCE
	test -e $@ || echo "build   CUDA on the CPU"
	$(if $(FLOCK),flock $<) $(MAKE) --silent -C src/cuda_on_cpu OUT=../../$(@D) CXX='$(CXX)'
FLOCK := $(shell command -v flock)

# This file contains the flags of the last build. When they change, this file changes, and
# everything is built again.
$(OUT)/flags: FORCE
	set -- $(CXX); command -v "$$1" >/dev/null || { \
	  echo "$$1 is not installed: install g++ or clang++, or name a compiler: make CXX=/path/to/compiler" >&2; exit 1; }
	$(NEEDS_NVCC)
	mkdir -p $(@D)
	echo '$(CXX) $(CXXFLAGS) $(OPENMP) $(ZLIB) $(CU)' | cmp -s - $@ || \
	  echo '$(CXX) $(CXXFLAGS) $(OPENMP) $(ZLIB) $(CU)' > $@

-include $(MATCH_OBJECTS:.o=.d) $(GENERATE_OBJECTS:.o=.d)

# The program of the extra credit for speed; make check; files for editors.
-include src/gpu_extra_credit/ld_match.mk
-include grader/check/check.mk
-include src/cuda_on_cpu/editor.mk
-include grader/broker/broker.mk  # not handed out
-include src/extensions/*/module.mk  # not handed out
-include src/tests/gpu/*/module.mk  # not handed out
-include grader/handout/handout.mk  # not handed out

# grader/given.sha256 has the checksums of the given files. If a student has changed a given file, a
# note says that this file is not handed in.
tell_changed = if [ -e grader/given.sha256 ]; then \
  LC_ALL=C sha256sum --check --quiet grader/given.sha256 2>/dev/null | sed -n \
  's/^\(.*\): FAILED.*/Note: \1 has changed since it was handed out. It is not handed in: your files are graded with the original file./p'; fi

# The same files always give the same archive. A link is packed as the file to which it leads,
# because the grader follows no links. To test that the archive is complete, it is unpacked over a
# copy of the given files and built there; this copy lacks files that the student has added. The
# grader compiles for CUDA on the CPU, so the files are built for it, too, if this machine has a GPU.
# Its library does not depend on the archive, so it is not built again but copied.
CHECK := build/submit_check
CHECK_NEEDS := grader/check grader/suite grader/runner grader/protocol labs  # to build a file of a lab with kernels only
list_given = if [ -e grader/given.sha256 ]; then sed -nE 's/^[^ ]+ +((Makefile|src\/$(if $(LAB_PROGRAM),,|grader\/|labs\/)).*)/\1/p' grader/given.sha256; else printf '%s\n' Makefile src $(if $(LAB_PROGRAM),,$(CHECK_NEEDS)); fi
needs_python = command -v python3 >/dev/null || { echo "make $@ needs Python 3.8 or newer: install python3"; exit 2; }
submit: HANDED_IN = $(HAND_IN) $(shell python3 -B grader/skeleton.py begun $(wildcard $(OFFERED)))
submit: BUILT = $(if $(LAB_PROGRAM),match $(if $(filter $(EXTENSION),$(HANDED_IN)),ld_match) $(HOST_ONLY),$(LAB_FILES:%=$(CHECK_DIR)/plain/%.o))
submit:
	$(needs_python)
	tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --format=ustar \
	  --dereference --hard-dereference -cf submit_me.tar $(HANDED_IN) || { rm -f submit_me.tar; exit 1; }
	rm -rf $(CHECK) && mkdir -p $(CHECK)
	$(MAKE) $(CPU_NEEDS)
	$(list_given) | tar -chf - --ignore-failed-read -T - | tar -xf - -C $(CHECK)
	cd $(CHECK) && rm -f $(HANDED_IN) && tar -xf ../../submit_me.tar
	mkdir -p $(CHECK)/$(OUT) $(CHECK)/build/cpu-release
	for out in $(sort $(OUT) build/cpu-release); do cp -a $(CUDA_ON_CPU) $(CHECK)/$$out/; done
	echo "submit_me.tar contains:" && tar -tvf submit_me.tar
	echo "Building these files in a clean folder ..."
	{ $(MAKE) -C $(CHECK) BACKEND=cpu $(BUILT) && \
	  { [ $(BACKEND) = cpu ] || $(MAKE) -C $(CHECK) BACKEND=$(BACKEND) $(BUILT); }; } >build/submit_check.log 2>&1 || { \
	  cat build/submit_check.log; \
	  echo "submit_me.tar does not build, so it was deleted: see the messages above"; \
	  echo "Only these files are handed in: $(HANDED_IN)"; \
	  rm -f submit_me.tar; exit 1; }
	rm -rf $(CHECK)
	echo "submit_me.tar was unpacked in a clean folder, and it builds there."
	$(tell_changed)
	+if [ -x "$(CHECK_PROGRAM)" ]; then echo "The result of make check:"; ($(call run_check,all,--table)) || :; \
	else echo "To find out whether your code is right, run make check$(if $(LAB_PROGRAM),, LAB=$(LAB))."; fi
	echo "Checksum (sha256): $$(sha256sum submit_me.tar | cut -d' ' -f1)"

clean:
	rm -rf build $(PROGRAMS) submit_me.tar out.txt

demo: match
	echo "./match -input testcases/input5.mtx -threads 1024"
	./match -input testcases/input5.mtx -threads 1024
	cmp out.txt testcases/output5.txt && echo "out.txt is the right matching: it equals testcases/output5.txt"

install: FORCE ; $(MAKE) -C src/cuda_on_cpu OUT='$(abspath build/cuda_on_cpu)' CXX='$(CXX)' install
test: FORCE ; .ci/setup && .ci/test  # not handed out
test-quick: FORCE ; .ci/setup && .ci/test --quick  # not handed out
test-gpu: FORCE ; .ci/test --gpu  # not handed out
lint: FORCE ; .ci/setup && .ci/lint  # not handed out
format: FORCE ; .ci/setup && .ci/lint --fix  # not handed out

help:
	echo "make              build ./match (now: BACKEND=$(BACKEND), because $(WHY))"
	echo "make debug        build ./match without optimization, for a debugger"
	echo "make demo         build ./match, run it on testcases/input5.mtx, and compare the result"
	echo "make check        check your kernels, and explain the first thing that is wrong"
	echo "make check-filter CASE=3  check one case of one part (handshaking filter scan memory match extra)"
	echo "make watch PART=filter    check this part again whenever one of your files changes"
	echo "make check-verbose        check your kernels, and print every failure, not only the first"
	echo "make report       write the result of make check as a web page, with pictures of every pass"
	echo "make trace INPUT=g.mtx    print all arrays of every pass over a small graph, and write them as a web page"
	echo "make submit       pack submit_me.tar, and check that it builds"
	echo "make clean        remove everything that make made, including submit_me.tar"
	echo "make extension    build ./ld_match from ld_extension.cu, and run it on the test cases"
	echo "make generate_graph  build ./generate_graph, which makes large graphs (docs/generators.md)"
	echo "make multi_gpu_ld build ./multi_gpu_ld: matching on one or several GPUs"  # not handed out
	echo "make stable_marriage build ./stable_marriage: stable marriages of millions of persons"  # not handed out
	echo "make b_matching   build ./b_matching: several partners per node"  # not handed out
	echo "make b_matching_mpi MPICXX=mpicxx.openmpi  the same with MPI: ./b_matching_mpi"  # not handed out
	echo "make suitor       build ./suitor: the Suitor family of matching algorithms"  # not handed out
	echo "make louvain      build ./louvain: communities of a graph"  # not handed out
	echo "make install PREFIX=/usr/local    install cucc, the compiler of CUDA on the CPU"
	echo "make test         install what the tests need, and run all of them"  # not handed out
	echo "make test-quick   run the tests that are useful after every change"  # not handed out
	echo "make test-gpu     on a machine with a GPU: run the tests that need one"  # not handed out
	echo "make lint         check the format and the style; make format repairs most findings"  # not handed out
	echo "BACKEND=cpu|cuda  after a command chooses where kernels run; CXX=clang++ chooses a compiler;"
	echo "VERBOSE=1         shows the commands"
