# The parts of this lab, for grader/check/check.mk, which explains the names.
LAB_SOURCES := src
LAB_HEADER  := gpuHeaders.cuh
LAB_KERNELS := handshaking filter scan
KERNEL_handshaking := check_handshaking_gpu
KERNEL_filter      := markFilterEdges_gpu
KERNEL_scan        := exclusive_prefix_sum_gpu
FILE_handshaking := gpu_required/check_handshaking.cu
FILE_filter      := gpu_required/markFilterEdges.cu
FILE_scan        := gpu_required/exclusive_prefix_sum.cu
LAB_PARTS   := $(LAB_KERNELS) memory match extra
LAB_FILES   := $(filter-out %/extra.cu,$(SUBMISSION:src/%=%))
LAB_PROGRAM := grader/check_program
LAB_INCLUDES :=
LAB_MARKS    :=
# onewaywrapper.cu must include the submission's extra.cu, not the file in src/.
lab_cu = $(subst -Isrc/gpu_extra_credit,-I$(STUDENT)/gpu_extra_credit -Isrc/gpu_extra_credit,$(1))
