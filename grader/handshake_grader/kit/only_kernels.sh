#!/bin/sh
# Makes a device's object file from an object file with host code and kernels. In the result, a
# device can find only two kinds of names: those of device variables, and those of the kernels that
# HOST_OBJECT launches. No code in the result runs before or after main.
#   host=HOST_OBJECT whole=OBJECT sh only_kernels.sh     writes kernels.o
set -e
echo none >names # objcopy would refuse an empty list
nm "${host:?}" | sed -n 's/.* _ZTSZ\(.*\)E16cuda_on_cpu_here$/_Z\1/p' >>names
objdump -t "${whole:?}" | sed -n 's/.* cuda_on_cpu_device\t[0-9a-f]* //p' >>names
ld -r --force-group-allocation "$whole" -o joined.o
objcopy --globalize-symbols=names joined.o named.o
objcopy --wildcard --keep-global-symbols=names -R .init -R .fini -R '.preinit_array*' \
  -R '.init_array*' -R '.fini_array*' -R '.[cd]tors*' named.o kernels.o
