/* A program in C99 that uses every function of handshake.h. It returns 0 if all answers are right. */
#include <handshake.h>
#include <stdio.h>
#include <string.h>

static int faults = 0;

static void expect(int holds, const char* what) {
  if (holds) return;
  fprintf(stderr, "wrong: %s (%s)\n", what, hs_message());
  faults++;
}

/* 0 -5- 1 -7- 2 -6- 3, and 0 -1- 3 */
static const int32_t offsets[] = {0, 2, 4, 6, 8};
static const int32_t neighbors[] = {1, 3, 0, 2, 1, 3, 0, 2};
static const double weights[] = {5, 1, 5, 7, 7, 6, 1, 6};

static hs_csr example(void) {
  hs_csr csr;
  memset(&csr, 0, sizeof csr);
  csr.size = sizeof csr;
  csr.nodes = 4;
  csr.entries = 8;
  csr.offsets = offsets;
  csr.offset_bits = 32;
  csr.neighbors = neighbors;
  csr.weights = weights;
  csr.weight_type = HS_DOUBLE;
  return csr;
}

static void match(const hs_graph* graph) {
  const int32_t expected[] = {3, 2, 1, 0}, heavier[] = {1, 0, 3, 2};
  int32_t partners[4];
  hs_match_options options = {sizeof options, HS_HASH, 2, 0, 0};
  expect(hs_match(graph, NULL, partners) == HS_OK, "hs_match");
  expect(memcmp(partners, expected, sizeof expected) == 0, "the partners");
  expect(hs_match(graph, &options, partners) == HS_OK, "hs_match with options");
  expect(memcmp(partners, expected, sizeof expected) == 0, "the partners with options");
  options.quality = 4;
  expect(hs_match(graph, &options, partners) == HS_OK, "hs_match with quality");
  expect(memcmp(partners, heavier, sizeof heavier) == 0, "the partners with quality");
}

static void b_match(const hs_graph* graph) {
  const int32_t b[] = {1, 2, 1, 2};
  const int64_t expected_offsets[] = {0, 1, 3, 4, 4};
  const int32_t expected_partners[] = {1, 2, 0, 1};
  hs_b_matching* matching = NULL;
  expect(hs_b_match(graph, b, NULL, &matching) == HS_OK, "hs_b_match");
  if (matching == NULL) return;
  expect(memcmp(hs_b_matching_offsets(matching), expected_offsets, sizeof expected_offsets) == 0,
         "the offsets of the partners");
  expect(memcmp(hs_b_matching_partners(matching), expected_partners, sizeof expected_partners) == 0,
         "the lists of partners");
  hs_b_matching_free(matching);
}

static void louvain(const hs_graph* graph) {
  int32_t communities[4], count = 0;
  double modularity = 0;
  hs_louvain_options options = {sizeof options, 1.5, 1, 0};
  expect(hs_louvain(graph, NULL, communities, &count, &modularity) == HS_OK, "hs_louvain");
  expect(communities[0] == 0 && count >= 1 && modularity <= 1, "the communities");
  expect(hs_louvain(graph, &options, communities, NULL, NULL) == HS_OK, "hs_louvain with options");
}

static void stable(void) {
  const int64_t men_offsets[] = {0, 2, 4}, women_offsets[] = {0, 2, 4};
  const int32_t of_men[] = {0, 1, 0, 1}, of_women[] = {1, 0, 0, 1};
  const hs_lists men = {sizeof men, 2, men_offsets, of_men};
  const hs_lists women = {sizeof women, 2, women_offsets, of_women};
  int32_t wives[2];
  expect(hs_stable(&men, &women, NULL, wives) == HS_OK, "hs_stable");
  expect(wives[0] == 1 && wives[1] == 0, "the wives");
}

static int count(double done, void* user) {
  if (done >= 0 && done <= 1) ++*(int*)user;
  return 0;
}

static void arrays(const hs_graph* graph) {
  int asked = 0;
  hs_graph* missing = NULL;
  hs_csr csr;
  int32_t partners[4];
  memset(&csr, 0, sizeof csr);
  csr.size = sizeof csr;
  expect(hs_graph_arrays(graph, &csr) == HS_OK, "hs_graph_arrays");
  expect(csr.nodes == 4 && csr.offsets == offsets && csr.weights == weights, "the arrays");
  expect(csr.offset_bits == 32 && csr.weight_type == HS_DOUBLE, "the types of the arrays");
  expect(hs_graph_read("there/is/no/graph.mtx", &missing) == HS_BAD_ARGUMENT, "hs_graph_read");
  hs_set_progress(count, &asked);
  expect(hs_match(graph, NULL, partners) == HS_OK && asked >= 1, "hs_set_progress");
  hs_set_progress(NULL, NULL);
}

int main(void) {
  int64_t row = 0, column = 0;
  hs_graph* graph = NULL;
  hs_csr csr = example();
  expect(hs_graph_view(&csr, HS_CHECK, &graph) == HS_OK, "hs_graph_view");
  if (graph != NULL) {
    match(graph);
    b_match(graph);
    louvain(graph);
    arrays(graph);
    hs_graph_free(graph);
  }
  stable();

  csr.entries = 7;
  expect(hs_graph_view(&csr, HS_CHECK, &graph) == HS_BAD_GRAPH && graph == NULL, "a bad graph");
  expect(strstr(hs_message(), "the last offset is 8") != NULL, "the message");
  hs_fault(&row, &column);
  expect(row == -1 && column == -1, "the place of the fault");
  printf("handshake %s: %s\n", hs_version(), faults == 0 ? "right" : "wrong");
  return faults != 0;
}
