# What CUDA on the CPU offers to the CMake build of a project: after find_package(CudaOnCpu), or after
# add_subdirectory of the folder src/cuda_on_cpu.
#
# add_cuda_on_cpu_executable(NAME SOURCES a.cu b.cpp ... [LIBRARIES lib ...] [INCLUDES dir ...]
#                            [OPTIONS option ...] [DIAGNOSE])
#   a program. cucc compiles the .cu files; other files are compiled as usual.
# add_cuda_on_cpu_objects(NAME SOURCES a.cu ... [INCLUDES dir ...] [OPTIONS option ...] [DIAGNOSE])
#   only the objects. Link to NAME to get them and the runtime library. Its property KERNEL_OBJECTS
#   lists the objects.
# DIAGNOSE: the diagnostic build. The list CUDA_ON_CPU_OPTIONS has options for all of these files. A
# .cu file is compiled again if one of its headers has changed.
#
# CUDA_ON_CPU_CUCC is the path of cucc. CUDA_ON_CPU_HOME has it and the headers, and CUDA_ON_CPU_DIR
# has the driver and the libraries.

# Compiles SOURCES, which must be .cu files, and stores the list of objects in the variable RESULT
# of the caller.
function(cuda_on_cpu_compile NAME RESULT)
  cmake_parse_arguments(ARG "DIAGNOSE" "" "SOURCES;INCLUDES;OPTIONS" ${ARGN})
  set(options -O2 ${CUDA_ON_CPU_OPTIONS} ${ARG_OPTIONS}
      -ffile-prefix-map=${CMAKE_SOURCE_DIR}/= -ffile-prefix-map=${CMAKE_CURRENT_BINARY_DIR}=.)
  if(CMAKE_CXX_STANDARD)
    list(APPEND options -std=c++${CMAKE_CXX_STANDARD})
  endif()
  foreach(include ${ARG_INCLUDES})
    get_filename_component(include ${include} ABSOLUTE)
    list(APPEND options -I${include})
  endforeach()
  if(ARG_DIAGNOSE)
    list(APPEND options --diagnose)
  endif()
  set(objects)
  foreach(source ${ARG_SOURCES})
    get_filename_component(absolute ${source} ABSOLUTE)
    get_filename_component(base ${source} NAME)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/${NAME}.${base}.o)
    add_custom_command(
      OUTPUT ${object}
      COMMAND ${CUDA_ON_CPU_CUCC} --runtime ${CUDA_ON_CPU_DIR} --cxx ${CMAKE_CXX_COMPILER}
              ${options} -MMD -MF ${object}.d -c ${absolute} -o ${object}
      DEPENDS ${absolute} ${CUDA_ON_CPU_DIR}/cuda_on_cpu_driver ${CUDA_ON_CPU_CUCC}
              $<TARGET_NAME_IF_EXISTS:cuda_on_cpu>
      DEPFILE ${object}.d
      COMMENT "Compiling ${base} with cucc" VERBATIM)
    list(APPEND objects ${object})
  endforeach()
  set(${RESULT} ${objects} PARENT_SCOPE)
endfunction()

function(cuda_on_cpu_library RESULT DIAGNOSE)
  set(name libcuda_on_cpu)
  if(DIAGNOSE)
    set(name libcuda_on_cpu_diagnose)
  endif()
  set(${RESULT} ${CUDA_ON_CPU_DIR}/${name}.a PARENT_SCOPE)
endfunction()

# An installed cuda_on_cpu has no target, because there is nothing to build.
function(cuda_on_cpu_is_built_before NAME)
  if(TARGET cuda_on_cpu)
    add_dependencies(${NAME} cuda_on_cpu)
  endif()
endfunction()

function(add_cuda_on_cpu_objects NAME)
  cmake_parse_arguments(ARG "DIAGNOSE" "" "SOURCES;INCLUDES;OPTIONS" ${ARGN})
  cuda_on_cpu_compile(${NAME} objects ${ARGN})
  cuda_on_cpu_library(library "${ARG_DIAGNOSE}")
  add_custom_target(${NAME}_objects DEPENDS ${objects})
  add_library(${NAME} INTERFACE)
  set_target_properties(${NAME} PROPERTIES KERNEL_OBJECTS "${objects}")
  target_link_libraries(${NAME} INTERFACE ${objects} ${library} -pthread)
  target_include_directories(${NAME} SYSTEM INTERFACE ${CUDA_ON_CPU_HOME}/include)
  add_dependencies(${NAME} ${NAME}_objects)
  cuda_on_cpu_is_built_before(${NAME})
endfunction()

function(add_cuda_on_cpu_executable NAME)
  cmake_parse_arguments(ARG "DIAGNOSE" "" "SOURCES;LIBRARIES;INCLUDES;OPTIONS" ${ARGN})
  set(cu_sources ${ARG_SOURCES})
  list(FILTER cu_sources INCLUDE REGEX "\\.cu$")
  set(other_sources ${ARG_SOURCES})
  list(FILTER other_sources EXCLUDE REGEX "\\.cu$")
  set(diagnose)
  if(ARG_DIAGNOSE)
    set(diagnose DIAGNOSE)
  endif()
  cuda_on_cpu_compile(${NAME} objects SOURCES ${cu_sources} INCLUDES ${ARG_INCLUDES}
                      OPTIONS ${ARG_OPTIONS} ${diagnose})
  cuda_on_cpu_library(library "${ARG_DIAGNOSE}")
  add_executable(${NAME} ${other_sources} ${objects})
  set_target_properties(${NAME} PROPERTIES LINKER_LANGUAGE CXX)
  target_include_directories(${NAME} PRIVATE ${ARG_INCLUDES})
  target_include_directories(${NAME} SYSTEM PRIVATE ${CUDA_ON_CPU_HOME}/include)
  target_link_libraries(${NAME} PRIVATE ${library} ${ARG_LIBRARIES} -pthread)
  cuda_on_cpu_is_built_before(${NAME})
endfunction()
