// What a student should think about: see table.hpp. A hint leaves the answer to the student.
#include "suite/words/table.hpp"

namespace handshake::suite::words {

const char* const kHints = R"(
one_value: Each element needs one value from one thread. Which of these writes should not be there?
condition: Put the values above into each part of your condition. Which result does the condition
  give, and which result should it give here?
never_writes: Where does the thread store its result? A variable of the kernel no longer exists when
  the kernel ends.
whole_element: An int has 4 bytes. What is the type of the pointer through which you write?
leaves_loop: Does a thread leave its loop there, or does it go on to its next round?
old_value: A variable keeps its value until the next write. In every round of the loop, is it
  written before this line reads it?
index_of_write: Each thread should write the element that it has worked on. Look at the line that
  writes: which index does it use?
ends_for_good: When the condition of a loop is false, the thread leaves the loop. Should this
  element end the loop, or should the thread only skip it?
atomic_in_vain: Which values does this call give to the atomic function, and when does the function
  leave the element as it was? If it compares the element with a value: is the order of its two
  values right?
kept_from_before: A __device__ or static variable keeps its value from launch to launch. What resets
  it before the next launch?
unset_variable: Is there a path through the code on which a variable of the kernel gets no value?
  The variable then holds what an earlier call has left in its memory.
too_few_threads: The launch has {threads|thread} for {tasks} elements. On which elements
  should thread 0 work, and what does it do with each of them?
whose_task: Which thread should work on {thing} {task}, and what keeps this thread from doing so?
whose_task_of_few: With {threads|thread} for {tasks} {thing}s, which thread should work on {thing}
  {task}?
what_is_counted: {name} has one element for every {thing}. What does your index count here?
first_index: Which index do you compute for the first element?
wrapped_index: An unsigned number is never below zero: one less than 0 is 4294967295. What do you
  compare this number with, and when?
wrapped_product: The largest int is 2147483647: a larger result becomes negative. How large do the
  products in your index become with that many threads and elements?
int_overflow: An int can hold the numbers from -2147483648 to 2147483647. Can another order of the
  computation keep all results in this range, or do you need another type?
long_overflow: A long long can hold the numbers from -9223372036854775808 to 9223372036854775807.
  Can another order of the computation keep all results in this range, or do you need another type?
float_rounding: A float keeps 24 bits of a number: above 16777216 two different ints may become the
  same float. Does this value have to be a float?
shift_too_far: How many bits does this number have, and what should happen when more bits are
  needed?
narrowing: What is the largest number that can occur here, and which type can hold it?
last_index: Which is the last index that is used here, and for how many elements was this array
  allocated?
idle_threads: Some threads have no element to work on: what must a thread compare before it accesses
  an array?
loop_condition: Which is the largest index that is used here? Look at the condition of your loop,
  and at the index of the access.
skipped_loop: Which values does the condition of this loop compare when the thread reaches the loop,
  and should the condition be true then?
no_elements: In this case, the arrays of the edges are empty. Which index does this line use then?
only_read: Other threads of this launch need {name} as it was before the launch. Where else can
  your kernel store this value?
endless_kernel: Does every loop of the kernel end? Which variable changes from one round of the loop
  to the next? Does it change even if there are more threads than elements?
waits_for_block: This thread waits until a value changes. Can this value change before the block of
  the thread has ended?
lock_order: Each of two threads holds a lock that the other thread needs. In which order does a
  thread take its two locks? What if all threads take the lock with the smaller index first?
slow_launches: Every launch ends, but too late. Is there work that every thread does, although one
  thread could do it for all?
only_own_arrays: {name} must read and write its arrays, and do nothing else.
alignment: On a GPU, the address of a value of 8 bytes, such as an int2, must be a multiple of 8.
  For a value of 16 bytes, it must be a multiple of 16. At which element does this access begin?
far_outside: An index may be far outside of its array. Which values can the index take, with this
  number of threads?
several_elements: One access through a pointer such as int2* reads or writes several elements. Which
  elements of {name} does the last such access need?
comparison: Put the two values into this comparison by hand. Which result does it give, and which
  result should it give?
both_sides: Must both sides of this condition be true, or is one true side enough? Or is one of the
  sides not needed here?
result_by_hand: Compute this line by hand. Which result does it give, and which result should it
  give?
one_too_many: Compute this line by hand for the first and for the last element. Is the result too
  large by one, or too small by one?
meaning_of_names: Say in words what each name in this line stands for. Which name is needed here?
order_of_arguments: Compare the arguments of this call with the parameters of the function, one
  after another. Is each argument in the place that is meant for it?
text_of_macro: The text of a macro is put into the line as it is. Write the whole line by hand:
  which operator is applied to which part?
coordinates: threadIdx.x is the number of a thread in its block, and blockIdx.x is the number of
  this block; blockDim.x is the number of threads in a block, and gridDim.x is the number of blocks.
  Which of them does this line need?
one_dimension: The grid and its blocks have one dimension here: threadIdx.y and blockIdx.y are 0 in
  every thread, and blockDim.y and gridDim.y are 1.
what_function_does: This line calls a function. Say in words what this function does. Is that what
  is needed here?
kinds_of_assignment: = gives a variable a new value; +=, /= and &= compute the new value from the
  old one; == only compares. Which one is meant here?
truth: Put the values into this condition by hand. Is it true or false, and which of the two is
  needed?
one_of_two_writes: One thread writes this element twice. Which of the two lines should it execute
  here, and what should keep it from executing the other line?
way_out: A return ends its function for this thread, a break ends its loop, and a continue ends only
  this round of the loop. Which of them is meant here?
without_it: What would be different without this statement?
which_first: Which of these two statements has to be executed first, and why?
once_or_in_every_round: How often should this statement be executed: once, in every round of the
  loop, or only if the condition is true?
begins_again: If a variable gets its first value before a loop, it keeps its value from one round to
  the next. Which variable needs its first value again in every round?
one_element_each: With an if, a thread works on one element at most. What happens when there are
  more elements than threads?
do_loop: The body of a do loop is executed once before its condition is tested. Which threads must
  not enter the loop?
second_variable: Should the line inside of the braces make a new variable, or should it give a new
  value to the variable outside of them?
bytes_of_copy: How many elements does this array need, and how many bytes are allocated, copied or
  set? The comments above the first YOUR CODE mark list the elements of every array.
direction: The first argument is the target of the copy, and the second one is its source. Which of
  the two is on the GPU?
frees_not_reached: What has to be true so that this line is reached? Is it true for every graph,
  with and without -extra?
size_of_run: Are the arrays of your code large enough for these numbers, and do the results of its
  computations fit into their types?
shared_work: Which elements does each thread handle? Divide the work among all threads of the
  launch, so that no two threads do the same work.
changed_in_between: Between the read of a value and the atomic function that replaces it, another
  thread may store a new value. Which number does the atomic function return then, and what does
  your kernel do with it?
race: The threads of a launch run in any order. Which thread may write this element, and may another
  thread use it in the same launch? If a lock is meant to guard it: what makes sure that the next
  thread sees this write when the lock opens?
shared_race: Which line must all threads of the block have passed before one of them uses what
  another one wrote? __syncthreads() makes them wait for each other.
warp_race: Which line must all threads that share these values have passed before one of them uses
  what another one wrote? Some lanes of a warp may run ahead of the others: __syncthreads() makes
  all threads of the block wait for each other, and __syncwarp() only those of one warp.
shared_by_all: All threads of a block share one copy of this variable. Can it hold a different value
  for each thread?
shared_element_of_two: Two threads write this element in the same line. Should they use the same
  element? A barrier helps only if they write it in different rounds of a loop.
lost_change: Two threads change this element in the same line. Each of them reads the old value,
  computes the new one and writes it. What happens to the change of the first thread if the second
  one has already read the old value?
barrier: All threads of a block have to reach the same __syncthreads(). Which threads do not reach
  it: those that have returned, those that skip an if, or those that have left a loop?
warp: Do all lanes in the mask reach this line together?
lane_itself: Which lanes ask for the value of a lane that does not exist in their warp, or in their
  part of the warp? Which value do they get, and how do you use it?
lane_of_shuffle: From which lane should this thread get a value? How does your code compute the
  number of that lane, and which lanes of the warp reach this line?
streams: Work in two streams runs in any order, even if one call comes before the other in your
  code. Which call makes the later work wait until the earlier work has ended? cudaStreamDestroy
  does not wait for the work of its stream.
changed_source: The call that starts a copy from memory of cudaMallocHost may return before the copy
  begins. Which call makes the CPU wait until the copy has ended?
unfinished_copy: The call that starts a copy to memory of cudaMallocHost may return before the copy
  has ended. Which call makes the CPU wait until the copy has ended?
async_copy: cg::memcpy_async may return before its copy has ended, and a barrier does not wait for
  this copy. Which function makes the threads wait until the copy has ended?
loop: What has to change from one round of the loop to the next, and does it change in every thread?
uninitialized: Should this thread read this element? If so: which thread gives the element its value
  before that?
shared_uninitialized: Should this thread read this element? If so: which thread of the block writes
  it, and does a __syncthreads() make this thread wait for that write?
null_pointer: Which pointer is this, and where does it get its value?
use_after_free: Which kernel or copy is the last one that needs this array?
host_after_free: Which code still needs this memory after it was freed, and where does that code get
  the pointer?
double_free: Which of the two calls is meant for another array?
leak: Which allocation has no cudaFree?
host_memory: How much memory do all arrays take together?
wrong_side: Which of the two may read or write through this pointer, the CPU or the GPU?
division: Which values can the divisor take here?
shared_memory: How many bytes do the __shared__ arrays of a block take?
dynamic_shared: The third number between <<< and >>> is the number of bytes of an extern __shared__
  array; without this number, the array has no bytes. Who wrote the line that launches this kernel?
configuration: How many blocks and how many threads per block does this launch ask for?
stack: How many function calls are nested here, and how large are the local arrays?
exception: Which call throws an exception here?
assertion: What makes the assertion fail for this thread?
cooperative: In an ordinary launch, no block can wait for another one. Can each thread compute its
  elements without values that other blocks write in the same launch?
trap: Why does this thread reach the trap?
undefined: What do the rules of C++ say about this line?
bytes_of_pointer: An int has 4 bytes, and this address is in the middle of an int. Does your pointer
  count bytes or elements, and which of the two are you adding?
bound_of_index: How large can {name} become here, and what should keep it inside of the array?
index_of_access: Which values can the index take here, with this number of threads?
)";

}  // namespace handshake::suite::words
