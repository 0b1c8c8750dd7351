# The part of this lab, for grader/check/check.mk, which explains the names.
LAB_SOURCES  := labs/saxpy/src
LAB_HEADER   := kernels.cuh
LAB_INCLUDES := -Ilabs/saxpy
LAB_KERNELS  := saxpy
KERNEL_saxpy := saxpy
FILE_saxpy   := saxpy.cu
LAB_PARTS    := $(LAB_KERNELS)
LAB_FILES    := $(FILE_saxpy)
LAB_MARKS    := saxpy=$(FILE_saxpy)
