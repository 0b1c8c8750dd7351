# The part of this lab, for grader/check/check.mk, which explains the names.
LAB_SOURCES  := labs/matmul/src
LAB_HEADER   := kernels.cuh
LAB_INCLUDES := -Ilabs/matmul
LAB_KERNELS  := matmul
KERNEL_matmul := matmul
FILE_matmul   := matmul.cu
LAB_PARTS    := $(LAB_KERNELS)
LAB_FILES    := $(FILE_matmul)
LAB_MARKS    := matmul=$(FILE_matmul)
