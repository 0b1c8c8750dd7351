/* Stands in for libhandshake_cuda.so on machines without a GPU, so that the tests can see what the
 * package passes to it. Memory of the host plays the memory of two GPUs: fake_place() says which. The
 * partner of a node is its first neighbor. */
#include <stdint.h>
#include <stdlib.h>

struct csr {
  size_t size;
  int64_t nodes, entries;
  const void* offsets;
  int32_t offset_bits, weight_type;
  const int32_t* neighbors;
  const void* weights;
};
struct options {
  size_t size;
  int32_t ties, threads, quality, reserved;
};
struct graph {
  struct csr csr;
  int32_t device;
};

static const void* places[64];
static int32_t devices[64];
static int count = 0;
int32_t fake_open_graphs = 0, fake_last[4]; /* device, trusted, ties, quality */
int32_t fake_status = 0;                    /* of the next calls */

void fake_place(const void* memory, int32_t device) {
  places[count] = memory;
  devices[count++] = device;
}

int32_t hs_gpu_count(void) {
  return 2;
}

int32_t hs_gpu_of(const void* memory) {
  for (int i = count - 1; i >= 0; --i) {
    if (places[i] == memory) return devices[i];
  }
  return -1;
}

int32_t hs_gpu_graph_view(const struct csr* csr, int32_t device, int check, struct graph** graph) {
  if (fake_status != 0) return fake_status;
  *graph = malloc(sizeof **graph);
  (*graph)->csr = *csr;
  (*graph)->device = device;
  fake_last[0] = device;
  fake_last[1] = check;
  ++fake_open_graphs;
  return 0;
}

int32_t hs_gpu_graph_copy(const struct csr* csr, int32_t device, int check, struct graph** graph) {
  return device < 2 ? hs_gpu_graph_view(csr, device, check, graph) : 6;
}

void hs_gpu_graph_free(struct graph* graph) {
  --fake_open_graphs;
  free(graph);
}

int32_t hs_gpu_match(struct graph* graph, const struct options* options, int32_t* partners) {
  const struct csr* csr = &graph->csr;
  fake_last[2] = options->ties;
  fake_last[3] = options->quality;
  if (fake_status != 0) return fake_status;
  for (int64_t v = 0; v < csr->nodes; ++v) {
    const int64_t at = csr->offset_bits == 32 ? ((const int32_t*)csr->offsets)[v]
                                              : ((const int64_t*)csr->offsets)[v];
    partners[v] = csr->neighbors[at];
  }
  return 0;
}

const char* hs_gpu_message(void) {
  return "the words of the library";
}

void hs_gpu_fault(int64_t* row, int64_t* column) {
  *row = 3;
  *column = -1;
}
