// What a student of this lab should think about: see suite/words/table.hpp.
#include "labs/matching/words/words.hpp"

namespace handshake::suite::words {

const char* const kLabHints = R"(
earlier_match: How does a thread find out that its node was matched in an earlier pass?
who_writes_whom: A handshake joins two nodes, so two elements of matches must be written. Which
  thread writes which element, and does a thread skip its write if the other thread has written
  first?
partner_value: Which node is the partner here, and which number does the thread write?
other_end: One hand alone is not a handshake. What must be true of the node at the other end of the
  edge?
every_keep: Before the launch, keepEdges may hold any values, so each element must be written, those
  that become 0 as well as those that become 1. Which thread writes this one?
two_ends: An edge has two ends, and one of them is matched here. What does your condition say of
  each of the two?
reads_matches: Which elements of matches decide about an edge, and does your condition read them?
  Also read what the compiler says about this line.
keep_or_filter: Which of the values 0 and 1 means "keep", and which one means "filter out"?
first_sum: Which line gives newSum[0] its value when distance is 0? Is this line reached here, and
  which value does it give?
moved_right: Where does the element come from when everything moves one place to the right?
nothing_to_add: Nothing is added to some elements. Which value do they get?
no_summand: Nothing was added here. Which line adds to such an element, and when is it reached?
which_summands: Which elements of oldSum belong to this sum, and which ones did the thread read?
one_step: newSum is the finished prefix sum already. One launch does only one step; the host calls
  the kernel again for the next distance. What is the step for this distance?
value_of_other: Which line should give this thread the value of {name}, and did the thread get this
  value there?
other_task: The thread is at work on {thing} {task}. Do the elements that it reads belong to this
  {thing}?
two_arrays: Which of the two arrays do you read, and may another thread have changed what you read?
every_sum: Every element of newSum needs a value in every launch.
old_unmatched_code: Your code compares with -2. UNMATCHED is -1 in this kit (it was -2 in the kit of
  2021): write UNMATCHED, which utils.hpp defines, instead of a number.
nothing_before: Some elements have fewer than "distance" elements before them. Which elements may
  the thread read then?
endless_passes: Does every loop end?
which_pointer: Is there a pointer that does not point to GPU memory, or an index outside of its
  array?
ends_program: Under which condition does the program end here? A CUDA call that succeeds returns
  cudaSuccess, which is 0.
set_by_cpu: The CPU can write managed memory directly. From which index to which index does it set
  the elements of the array?
failed_call: Look at the arguments of the call that failed.
never_began: Can your code leave the function before the passes begin, for example by a return? The
  code after the passes is needed for every graph. If your code cannot leave the function there,
  compare the lines outside of the YOUR CODE marks with those of the kit.
bad_free: Is this memory freed twice, or was it never allocated with cudaMalloc?
freed_twice: Two calls of cudaFree are given the same array. Is one of the calls meant for another
  array, or do two pointers point to the same array?
freed_piece: After the passes, which pointer holds the address from cudaMalloc? The pointers are
  swapped from pass to pass.
behind_the_end: How is this address computed, and how far is it from the beginning of the array? An
  offset from an int pointer is in elements; a pitch and the size for cudaMalloc are in bytes.
size_of_array: How large must the array be, and which value does the size have here?
no_memory: Every array needs an allocation of its own. Where does this pointer get its value?
address_of_memory: Into which variable does cudaMalloc write the address of the memory? Is it the
  variable that this line copies to? A function that gets a pointer as an argument has a copy of it.
declared_again: Which of the two variables is given to cudaMalloc, and which one to the kernels?
host_free: free() frees what malloc() allocated, and cudaFree() frees what cudaMalloc() allocated.
  Did malloc() or cudaMalloc() allocate the array that is freed here?
set_bytes: cudaMemset sets bytes, and not ints. Which values can an array of int get from it, and
  what else can give the elements their first value?
value_of_set: Which value does each element have after this cudaMemset, and which one must it have
  before the first pass?
which_memory: malloc, new and arrays of C++ give host memory; cudaMalloc gives memory of the GPU.
  Which of them gave this pointer its value?
freed_nothing: Which value does each pointer have when it is given to cudaFree? Did it get this
  value before or after cudaMalloc?
unvisited_node: What does the array hold for a node that none of your threads visits?
node_without_edge: Which line sets the element of a node that has no edge, and to which value?
number_of_edge: For two edges of this node, compute by hand the numbers that your code compares.
  Which number wins, and is it the one of the edge that must win?
not_a_neighbor: Is this number a node, or is it the number of an edge, or a weight?
edges_of_node: Which edges did the thread look at for this node, and where do the edges of this node
  begin and end?
later_pass: Pass 1 was right. What is different when the next pass begins: which arrays still hold
  values of pass 1, and how many edges are left?
result_copied: Which copy to the CPU comes last, and from which array does it take the values?
edge_left_out: Which thread should look at this edge, and what keeps this thread from doing so?
fresh_memory: Fresh GPU memory may hold any values. Which arrays need a copy from the CPU before the
  first pass, and how many bytes must be copied?
filled_with: Which array does this copy take its values from, and from which array should it take
  them?
room_of_arrays: The comments above the first YOUR CODE mark list the elements of every array. How
  many bytes are allocated for each pointer?
room_of_pieces: At which element does each piece begin, and at which element may the next one begin?
  gpuHeaders.cuh lists the length of every array.
words_of_match: Read what the program match printed.
between_kernels: Above, each kernel is checked alone. Which results of one kernel does the next
  kernel, or the next pass, need?
output_file: The given code writes the output file; your code must not write it.
edges_of_pass: Where does the index of this access come from: from values of this pass, or from
  values and numbers of edges of another pass?
no_strongest_neighbor: Which index do you use when a node has no strongest neighbor?
zero_or_one: The prefix sum that follows needs the value 0 or 1 in every element of keepEdges.
old_unmatched: UNMATCHED is -1 in this kit. It was -2 in the kit of 2021. Write UNMATCHED, which
  utils.hpp defines, instead of a number.
unmatched_index: UNMATCHED is -1, and no array has an index -1. Which value does the line use as its
  index, and where does this value come from?
never_freed: Count the allocations and the calls of cudaFree. The pointers are swapped from pass to
  pass: which array does each call free in the end?
freed_as_often: Which line frees this array, and is it reached as often as the line that allocates
  it?
earlier_pass: This is the strongest neighbor of an earlier pass. What has to happen to the old
  values before a pass looks for new ones?
equal_weights: Which neighbor wins when several edges are equally heavy? Which line decides that?
equal_weights_in_any_order: Several edges are equally heavy. Does the same neighbor win in every
  order of threads?
start_value: Which value does the search for the heaviest edge start from, and which weights are
  larger than that?
negative_weight: A weight below zero was taken for the heaviest one here. Which type do your
  comparisons use, and is -1 less than 1 in this type?
lighter_edge: Which edges of this node were compared with each other, with which numbers, and what
  became of the heaviest one?
unseen_edge: Which thread should look at this edge? If there are more edges or nodes than threads,
  is there a loop that reaches all of them?
too_few_threads: The launch has {threads|thread} for {tasks} elements. Read "Threads" in the
  handout: on which elements should thread 0 work, and what does it do with each of them?
whose_task_of_few: With {threads|thread} for {tasks} {thing}s, which thread should work on {thing}
  {task}? Read "Threads" in the handout.
)";

}  // namespace handshake::suite::words
