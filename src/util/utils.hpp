// The parts that the given code and the students' files share: UNMATCHED, timing, and graph input
// and output. The names are those of the original kit, so that a submission of an earlier year
// still builds.
#ifndef UTILS_H
#define UTILS_H

// Submissions of earlier years need these standard headers, but do not include them.
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#include "DataStructure.hpp"

// matches[x] of a node x that has no partner (handout, "Update Matches").
#define UNMATCHED -1

void setTime(struct timeval* time);

// The time between two calls of setTime, in milliseconds.
double getTime(struct timeval* startTime, struct timeval* endTime);

// Swap the pointers *arrayA and *arrayB.
void swapArray(void** arrayA, void** arrayB);
void swapIntArray(int** arrayA, int** arrayB);

// Serial prefix sums, to check the sums of a kernel. The exclusive sum has size + 1 elements:
// sum[0] is 0, and sum[size] is the total. The inclusive sum has size elements.
void exclusive_prefix_sum(int* num, int* sum, int size);
void inclusive_prefix_sum(int* num, int* sum, int size);

void printUsage(const char* program);

// Read a graph file into malloc-ed arrays that the caller frees. Throws handshake::InputError.
void readmm(const char* fileName, GraphData* graph);

// Write one line per node: the index of its partner, or -1. The file is written completely or not
// at all. Throws handshake::OutputError.
void write_match_result(const char* fileName, int* res, int nNodes);

#endif
