# Installs CUDA on the CPU:
#   make -C src/cuda_on_cpu install PREFIX=/usr/local
# Everything is in lib/cuda_on_cpu, which has the form of a CUDA toolkit: bin/nvcc, include and lib64.
# So build files with a variable such as CUDA_PATH find it there, too.
PREFIX ?= /usr/local
HOME_FOLDER := $(DESTDIR)$(PREFIX)/lib/cuda_on_cpu
CMAKE_FOLDER := $(DESTDIR)$(PREFIX)/lib/cmake/CudaOnCpu
MAN_FOLDER := $(DESTDIR)$(PREFIX)/share/man/man1

# The names that programs use for the library of the CUDA runtime
AS_IN_CUDA := libcudart.a libcudart_static.a libcudadevrt.a

.PHONY: install uninstall
install: all uninstall
	echo "install $(DESTDIR)$(PREFIX)"
	mkdir -p "$(HOME_FOLDER)/bin" "$(HOME_FOLDER)/lib64" "$(CMAKE_FOLDER)" "$(MAN_FOLDER)" "$(DESTDIR)$(PREFIX)/bin"
	cp cucc README.md $(OUT)/cuda_on_cpu_driver $(OUT)/cuda_on_cpu_inspect $(OUT)/libcuda_on_cpu*.a "$(HOME_FOLDER)"
	cp -R include "$(HOME_FOLDER)"
	ln -s ../cucc "$(HOME_FOLDER)/bin/nvcc"
	for name in $(AS_IN_CUDA); do ln -s ../libcuda_on_cpu.a "$(HOME_FOLDER)/lib64/$$name"; done
	ln -s ../lib/cuda_on_cpu/cucc "$(DESTDIR)$(PREFIX)/bin/cucc"
	cp $(OUT)/cucc.1 "$(MAN_FOLDER)"
	cp CudaOnCpu.cmake CudaOnCpuConfig.cmake "$(CMAKE_FOLDER)"
	version=$$(sed -n 's/.*kVersion = "\(.*\)".*/\1/p' driver/version.hpp) && \
	  sed "s/@VERSION@/$$version/" CudaOnCpuConfigVersion.cmake > "$(CMAKE_FOLDER)/CudaOnCpuConfigVersion.cmake"

# Also before each installation, so that no file of an older version stays.
uninstall:
	rm -rf "$(HOME_FOLDER)" "$(CMAKE_FOLDER)"
	rm -f "$(DESTDIR)$(PREFIX)/bin/cucc" "$(MAN_FOLDER)/cucc.1"
