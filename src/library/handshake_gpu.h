/* Handshake on GPUs: the matching of a graph in the memory of a GPU, in arrays of the caller. These
 * functions are in libhandshake_cuda.so, so that libhandshake.so can be used without a GPU. Words and
 * rules are those of handshake.h; the answers are the same as those of hs_match().
 */
#ifndef HANDSHAKE_GPU_H
#define HANDSHAKE_GPU_H

#include "handshake.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A status of these functions: there is no such GPU, or a call of CUDA has failed. */
enum { HS_NO_DEVICE = 6 };

typedef struct hs_gpu_graph hs_gpu_graph;

HS_API int32_t hs_gpu_count(void);            /* 0 if no GPU can be used */
HS_API int32_t hs_gpu_of(const void* memory); /* the GPU in whose memory this is; -1: the host */

/* A graph whose arrays are in the memory of the GPU `device`. Nothing is
 * copied if the offsets have 64 bits and the weights are HS_FLOAT without -0. Other offsets take 8
 * bytes per node, and other weights 4 bytes per entry. If HS_DOUBLE, HS_INT32 or HS_INT64 weights are
 * not exactly floats, they are sorted on the host, which takes far longer than the matching. The
 * arrays must stay as they are until hs_gpu_graph_free(). Waits for all earlier work on the GPU.
 * HS_NO_MEMORY: hs_gpu_message() has the bytes that are free and needed. */
HS_API hs_status hs_gpu_graph_view(const hs_csr* csr, int32_t device, hs_check check,
                                   hs_gpu_graph** graph);
/* The same for arrays in the memory of the host, which are copied to the GPU. */
HS_API hs_status hs_gpu_graph_copy(const hs_csr* csr, int32_t device, hs_check check,
                                   hs_gpu_graph** graph);
HS_API void hs_gpu_graph_free(hs_gpu_graph* graph);

/* Writes the partner of every node, or -1, to partners[0 .. nodes - 1], in the memory of the GPU of
 * the graph or of the host. The member `threads` of the options must be 0. */
HS_API hs_status hs_gpu_match(hs_gpu_graph* graph, const hs_match_options* options,
                              int32_t* partners);

/* About the last call of this thread that failed. */
HS_API const char* hs_gpu_message(void);
HS_API void hs_gpu_fault(int64_t* row, int64_t* column);

#ifdef __cplusplus
}
#endif

#endif
