/* Answers of the library for many graphs, by handshake.h, as the programs write them:
 *
 *     answers GRAPHS ANSWERS COUNT
 *
 * reads GRAPHS/i.hsg for i = 0 .. COUNT - 1, and writes ANSWERS/i.match_index, ... */
#include <handshake.h>
#include <stdio.h>
#include <stdlib.h>

static void need(int holds, const char* what) {
  if (holds) return;
  fprintf(stderr, "%s: %s\n", what, hs_message());
  exit(1);
}

static FILE* file_for(const char* folder, int number, const char* task) {
  char path[4096];
  FILE* file;
  snprintf(path, sizeof path, "%s/%d.%s", folder, number, task);
  file = fopen(path, "w");
  need(file != NULL, path);
  return file;
}

static void write_numbers(const char* folder, int number, const char* task, const int32_t* values,
                          int64_t size) {
  FILE* const file = file_for(folder, number, task);
  for (int64_t i = 0; i < size; i++) fprintf(file, "%d\n", (int)values[i]);
  fclose(file);
}

static void write_lists(const char* folder, int number, const char* task,
                        const hs_b_matching* matching, int64_t nodes) {
  const int64_t* const offsets = hs_b_matching_offsets(matching);
  const int32_t* const partners = hs_b_matching_partners(matching);
  FILE* const file = file_for(folder, number, task);
  for (int64_t v = 0; v < nodes; v++) {
    if (offsets[v] == offsets[v + 1]) fprintf(file, "-1");
    for (int64_t i = offsets[v]; i < offsets[v + 1]; i++) {
      fprintf(file, i == offsets[v] ? "%d" : " %d", (int)partners[i]);
    }
    fprintf(file, "\n");
  }
  fclose(file);
}

static const char* const rules[] = {"index", "hash", "degree"};

static void answer(const char* graphs, const char* answers, int number) {
  char path[4096], task[64];
  hs_graph* graph;
  hs_csr csr = {0};
  int32_t *found, *b;
  csr.size = sizeof csr;
  snprintf(path, sizeof path, "%s/%d.hsg", graphs, number);
  need(hs_graph_read(path, &graph) == HS_OK, "hs_graph_read");
  need(hs_graph_arrays(graph, &csr) == HS_OK, "hs_graph_arrays");
  found = malloc((csr.nodes + 1) * sizeof *found);
  b = malloc((csr.nodes + 1) * sizeof *b);
  need(found != NULL && b != NULL, "malloc");
  for (int64_t v = 0; v < csr.nodes; v++) b[v] = 2;
  for (int ties = 0; ties < 3; ties++) {
    hs_match_options options = {0};
    hs_b_matching* matching;
    options.size = sizeof options;
    options.ties = ties;
    options.threads = 1 + number % 3;
    need(hs_match(graph, &options, found) == HS_OK, "hs_match");
    snprintf(task, sizeof task, "match_%s", rules[ties]);
    write_numbers(answers, number, task, found, csr.nodes);
    need(hs_b_match(graph, b, &options, &matching) == HS_OK, "hs_b_match");
    snprintf(task, sizeof task, "b_match_%s", rules[ties]);
    write_lists(answers, number, task, matching, csr.nodes);
    hs_b_matching_free(matching);
    options.quality = 2;
    need(hs_match(graph, &options, found) == HS_OK, "hs_match with quality");
    snprintf(task, sizeof task, "quality_%s", rules[ties]);
    write_numbers(answers, number, task, found, csr.nodes);
  }
  need(hs_louvain(graph, NULL, found, NULL, NULL) == HS_OK, "hs_louvain");
  write_numbers(answers, number, "louvain", found, csr.nodes);
  need(csr.offset_bits == 64, "the offsets have 64 bits");
  hs_lists lists = {sizeof lists, csr.nodes, csr.offsets, csr.neighbors};
  need(hs_stable(&lists, &lists, NULL, found) == HS_OK, "hs_stable");
  write_numbers(answers, number, "stable", found, csr.nodes);
  free(found);
  free(b);
  hs_graph_free(graph);
}

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  for (int i = 0; i < atoi(argv[3]); i++) answer(argv[1], argv[2], i);
  return 0;
}
