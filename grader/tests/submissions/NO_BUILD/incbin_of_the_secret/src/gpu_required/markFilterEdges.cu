// attack: read
// root: device
// what: has the assembler put the secret into the program
// list: 4
#include "gpuHeaders.cuh"
#include "utils.hpp"

asm(".section .rodata\nstolen: .incbin \"@SECRET@\"\n.byte 0\n.text");

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {}
