# How the Makefile builds the b_matching program. `make b_matching` builds it for the back end that
# BACKEND names, and puts it next to the program match. The Makefile's pattern rules compile the
# sources.
B_MATCHING_DIR := src/extensions/b_matching
B_MATCHING_OBJECTS := $(patsubst src/%,$(OUT)/%.o,$(wildcard $(B_MATCHING_DIR)/*.cu \
  $(B_MATCHING_DIR)/*.cpp $(B_MATCHING_DIR)/distributed/*.cpp src/extensions/common/*.cpp) \
  $(filter-out %_main.cpp,$(wildcard src/graph/*.cpp)) \
  src/matching/b_matching.cpp src/matching/greedy_matching.cpp src/matching/matching.cpp)

$(OUT)/b_matching: $(B_MATCHING_OBJECTS) $(CU_NEEDS)
	echo "link    $@"
	$(CU_LINK) $(B_MATCHING_OBJECTS) -o $@ $(ZLIB)

-include $(B_MATCHING_OBJECTS:.o=.d)

# `make b_matching_mpi` builds the same program with MPI. MPICXX names the compiler of an MPI
# library, such as mpicxx.openmpi or mpicxx.mpich. This compiler compiles only the files that call
# MPI, and links the program.
MPICXX ?= mpicxx
MPI_OUT := $(OUT)/$(notdir $(MPICXX))
MPI_CXX := OMPI_CXX=$(CXX) MPICH_CXX=$(CXX) $(MPICXX)
MPI_OBJECTS := $(patsubst src/%,$(MPI_OUT)/%.o,$(wildcard $(B_MATCHING_DIR)/distributed/mpi/*.cpp))
B_MATCHING_MPI_OBJECTS := $(filter-out %/no_mpi.cpp.o,$(B_MATCHING_OBJECTS)) $(MPI_OBJECTS)

b_matching_mpi: $(MPI_OUT)/b_matching_mpi FORCE
	cmp -s $< $@ || { cp $< $@ && echo "$@: built with $(MPICXX)"; }

clean: remove_b_matching_mpi
remove_b_matching_mpi: FORCE ; rm -f b_matching_mpi

$(MPI_OUT)/b_matching_mpi: $(B_MATCHING_MPI_OBJECTS) $(CU_NEEDS)
	echo "link    $@"
	OMPI_CXX=$(CXX) MPICH_CXX=$(CXX) $(subst --cxx $(CXX),--cxx $(MPICXX),$(subst -ccbin $(CXX),-ccbin $(MPICXX),$(CU_LINK))) \
	  $(B_MATCHING_MPI_OBJECTS) -o $@ $(ZLIB)

$(MPI_OUT)/found: $(OUT)/flags
	command -v $(MPICXX) >/dev/null || { echo "MPICXX=$(MPICXX) is not installed; on Debian, install \
	libopenmpi-dev openmpi-bin (mpicxx.openmpi) or libmpich-dev mpich (mpicxx.mpich)" >&2; exit 1; }
	mkdir -p $(@D) && touch $@

$(MPI_OUT)/%.cpp.o: src/%.cpp $(MPI_OUT)/found
	echo "compile $< ($(MPICXX))"
	mkdir -p $(@D)
	$(MPI_CXX) $(CXXFLAGS) $(OPENMP) $(INCLUDES) -MMD -MP -c $< -o $@

-include $(MPI_OBJECTS:.o=.d)
