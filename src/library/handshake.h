/* Handshake from C: matchings, b-matchings, stable marriages and communities of graphs in the
 * caller's arrays.
 *
 * Every function that can fail returns a hs_status. If it is not HS_OK, hs_message() has one line
 * that says what was being done, what is wrong and what to try. Nothing is printed, no environment
 * variable is read, and the process never ends. Several threads may call at the same time, also with
 * the same graph. All answers are the same for every number of threads.
 *
 * A struct begins with its size: set it to sizeof of the struct, and all members that you do not
 * need to 0. So a program keeps working with a newer library.
 */
#ifndef HANDSHAKE_H
#define HANDSHAKE_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define HS_API __attribute__((visibility("default")))
#else
#define HS_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum hs_status {
  HS_OK = 0,
  HS_BAD_ARGUMENT = 1, /* a null pointer, a number out of range, lists that are not valid */
  HS_BAD_GRAPH = 2,    /* hs_fault() says in which row and column */
  HS_NO_MEMORY = 3,    /* hs_message() usually says how many bytes are needed and free */
  HS_INTERNAL = 4,     /* a fault of the library */
  HS_STOPPED = 5       /* the callback for the progress has asked to stop */
} hs_status;

typedef enum hs_type {
  HS_NONE = 0, /* every edge has the weight 1, and there is no array */
  HS_FLOAT = 1,
  HS_DOUBLE = 2,
  HS_INT32 = 3,
  HS_INT64 = 4
} hs_type;

/* Which of two equally heavy edges comes first. */
typedef enum hs_ties {
  HS_INDEX = 0, /* the edge to the neighbor with the smaller index */
  HS_HASH = 1,  /* fewer steps if many weights are equal */
  HS_DEGREE = 2 /* usually matches more edges */
} hs_ties;

typedef enum hs_check {
  HS_CHECK = 0, /* find every fault of the graph; takes about half as long as a matching */
  HS_TRUST = 1  /* the caller knows that the graph is symmetric: look only at the lists */
} hs_check;

/* A graph in compressed sparse rows. Every edge is stored at both of its ends, with the same weight;
 * the neighbors of a node are in rising order, and a node is not its own neighbor. */
typedef struct hs_csr {
  size_t size; /* sizeof(hs_csr) */
  int64_t nodes;
  int64_t entries;     /* twice the number of edges */
  const void* offsets; /* [nodes + 1]; node v has the entries offsets[v] .. offsets[v + 1] - 1 */
  int32_t offset_bits; /* 32 or 64 */
  int32_t weight_type; /* a hs_type */
  const int32_t* neighbors; /* [entries] */
  const void* weights;      /* [entries]; NULL if there are none */
} hs_csr;

/* The lists of all persons of one side: person i ranks the persons members[offsets[i]] ..
 * members[offsets[i + 1] - 1] of the other side, the best first. */
typedef struct hs_lists {
  size_t size; /* sizeof(hs_lists) */
  int64_t persons;
  const int64_t* offsets; /* [persons + 1] */
  const int32_t* members; /* [offsets[persons]] */
} hs_lists;

typedef struct hs_match_options {
  size_t size;      /* sizeof(hs_match_options) */
  int32_t ties;     /* a hs_ties */
  int32_t threads;  /* 0: as many as are useful */
  int32_t quality;  /* only for hs_match: the number of scans that make the matching heavier */
  int32_t reserved; /* 0 */
} hs_match_options;

typedef struct hs_louvain_options {
  size_t size;       /* sizeof(hs_louvain_options) */
  double resolution; /* up to 1000, with at most six digits after the point; 0: the usual 1 */
  int32_t threads;   /* 0: as many as the machine has */
  int32_t reserved;  /* 0 */
} hs_louvain_options;

typedef struct hs_stable_options {
  size_t size;      /* sizeof(hs_stable_options) */
  int32_t threads;  /* 0: as many as are useful */
  int32_t reserved; /* 0 */
} hs_stable_options;

/* Is called with the share of a call that is done: a rough number from 0 to 1, which never falls.
 * Returns 0 to go on; every other number asks the call to stop. */
typedef int (*hs_progress)(double done, void* user);

typedef struct hs_graph hs_graph;
typedef struct hs_b_matching hs_b_matching;

/* From now on, every call of this thread that takes a graph or lists also calls progress(done, user),
 * on this thread: with 0 before the work begins, and then every 20 ms. NULL ends this. A call that is
 * asked to stop returns HS_STOPPED after its threads have finished the parts on which they work,
 * usually in less than a tenth of a second; answers are written as a whole or not at all. The callback
 * must not call this library. If it is written in C++ and throws an exception, the call returns
 * HS_STOPPED, and hs_message() has the words of the exception. */
HS_API void hs_set_progress(hs_progress progress, void* user);

/* Checks a graph. The new handle keeps the pointers of the caller and copies nothing, so the arrays
 * must stay as they are until hs_graph_free(). */
HS_API hs_status hs_graph_view(const hs_csr* csr, hs_check check, hs_graph** graph);

/* Reads a graph from a file: Matrix Market text, also compressed with gzip, or the binary format of
 * docs/file_formats.md. Loops are dropped, and repeated entries are merged. The handle owns the
 * arrays. If the file cannot be read, or is not valid, the status is HS_BAD_ARGUMENT. */
HS_API hs_status hs_graph_read(const char* path, hs_graph** graph);

/* Writes where the arrays of a graph are, and their types. Set csr->size first. The arrays of a graph
 * from hs_graph_read() exist until hs_graph_free(). */
HS_API hs_status hs_graph_arrays(const hs_graph* graph, hs_csr* csr);
HS_API void hs_graph_free(hs_graph* graph);

/* The greedy matching: every edge, the best first, is taken if both of its ends are free. Its weight
 * is at least half of the largest possible weight if no weight is negative. Writes the partner of
 * every node, or -1, to partners[0 .. nodes - 1]. `options` may be NULL.
 *
 * With `quality` from 1 to 100, that many scans exchange a few edges at a time for edges with more
 * weight; 4 give most of the gain. First, pairs of negative weight are separated. The weight never
 * falls, and is at least half of the largest possible weight for all weights; nothing better is
 * proved. Weights may then be at most 2^59 (HS_INT64) or 2^1000 (HS_DOUBLE), positive or negative. */
HS_API hs_status hs_match(const hs_graph* graph, const hs_match_options* options,
                          int32_t* partners);

/* The greedy b-matching, in which node v has at most b[v] partners. `options` may be NULL. */
HS_API hs_status hs_b_match(const hs_graph* graph, const int32_t* b,
                            const hs_match_options* options, hs_b_matching** matching);
/* The partners of node v, the best first, are partners[offsets[v]] .. partners[offsets[v + 1] - 1].
 * The arrays belong to the handle. */
HS_API const int64_t* hs_b_matching_offsets(const hs_b_matching* matching);
HS_API const int32_t* hs_b_matching_partners(const hs_b_matching* matching);
HS_API void hs_b_matching_free(hs_b_matching* matching);

/* Communities with a large modularity (Louvain). Writes the community of every node to
 * communities[0 .. nodes - 1]; they are numbered in the order of their first members. `options`,
 * `count` and `modularity` may be NULL. */
HS_API hs_status hs_louvain(const hs_graph* graph, const hs_louvain_options* options,
                            int32_t* communities, int32_t* count, double* modularity);

/* The stable marriage that is best for every man. A pair is possible only if both persons rank each
 * other. Writes the wife of every man, or -1, to wives[0 .. men->persons - 1]. `options` may be
 * NULL. */
HS_API hs_status hs_stable(const hs_lists* men, const hs_lists* women,
                           const hs_stable_options* options, int32_t* wives);

/* About the last call of this thread that failed. */
HS_API const char* hs_message(void);
HS_API void hs_fault(int64_t* row, int64_t* column); /* -1: the fault is not at one row or column */

HS_API const char* hs_version(void);

#ifdef __cplusplus
}
#endif

#endif
