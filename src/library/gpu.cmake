# libhandshake_cuda.so: handshake_gpu.h. It contains CUDA's runtime, and needs only the driver.
include(CheckLanguage)
if(HANDSHAKE_CUDA)
  check_language(CUDA)
endif()
if(NOT HANDSHAKE_CUDA OR NOT CMAKE_CUDA_COMPILER)
  message(STATUS "without the library for GPUs, because nvcc is not on the PATH")
  return()
endif()
if(NOT CMAKE_CUDA_ARCHITECTURES)
  set(CMAKE_CUDA_ARCHITECTURES 80-real 90)  # newer GPUs compile the code of the last one
endif()
set(CMAKE_CUDA_STANDARD 17)
set(CMAKE_CUDA_STANDARD_REQUIRED ON)
enable_language(CUDA)

set(GPU_SOURCES
    graph/validate.cpp extensions/common/device_weights.cpp extensions/common/improve.cpp
    extensions/common/partition.cpp extensions/common/gpu_improver.cu
    extensions/multi_gpu_ld/fast_engine.cu extensions/multi_gpu_ld/fast_part.cu
    extensions/multi_gpu_ld/gpu_graph.cu library/check_graph.cpp library/gpu_api.cpp)
list(TRANSFORM GPU_SOURCES PREPEND ${CMAKE_SOURCE_DIR}/src/)
add_library(handshake_cuda SHARED ${GPU_SOURCES})
target_compile_definitions(handshake_cuda PRIVATE HANDSHAKE_OWN_THREADS)
target_link_libraries(handshake_cuda PRIVATE Threads::Threads)
target_link_options(handshake_cuda PRIVATE -Wl,--version-script=${exported})
set_target_properties(handshake_cuda PROPERTIES POSITION_INDEPENDENT_CODE ON
                      CXX_VISIBILITY_PRESET hidden CUDA_VISIBILITY_PRESET hidden
                      VISIBILITY_INLINES_HIDDEN ON CUDA_RUNTIME_LIBRARY Static
                      LINK_DEPENDS ${exported} LINKER_LANGUAGE CXX)
