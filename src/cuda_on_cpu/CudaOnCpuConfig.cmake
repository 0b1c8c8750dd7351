# For find_package(CudaOnCpu), in an installed CUDA on the CPU: see CudaOnCpu.cmake.
get_filename_component(CUDA_ON_CPU_HOME "${CMAKE_CURRENT_LIST_DIR}/../../cuda_on_cpu" ABSOLUTE)
set(CUDA_ON_CPU_HOME ${CUDA_ON_CPU_HOME} CACHE INTERNAL "")
set(CUDA_ON_CPU_DIR ${CUDA_ON_CPU_HOME} CACHE INTERNAL "")
set(CUDA_ON_CPU_CUCC ${CUDA_ON_CPU_HOME}/cucc CACHE INTERNAL "")
include(${CMAKE_CURRENT_LIST_DIR}/CudaOnCpu.cmake)
