#!/bin/sh
# From an object of host code and kernels, keeps the parts that a device may find: variables, and
# kernels, with the names that they have in the object of the host part. No code in the result runs
# by itself.
#   host=HOST_OBJECT whole=OBJECT sh only_kernels.sh     writes kernels.o
set -e
echo none >names # an empty list is an error
nm "${host:?}" | sed -n 's/.* _ZTSZ\(.*\)E16cuda_on_cpu_here$/_Z\1/p' >>names
objdump -t "${whole:?}" | sed -n 's/.* cuda_on_cpu_device\t[0-9a-f]* //p' >>names
ld -r --force-group-allocation "$whole" -o joined.o
objcopy --globalize-symbols=names joined.o named.o
objcopy --wildcard --keep-global-symbols=names -R .init -R .fini -R '.preinit_array*' \
  -R '.init_array*' -R '.fini_array*' -R '.[cd]tors*' named.o kernels.o
