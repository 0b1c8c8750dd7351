// What is wrong, and what explains it: see table.hpp.
#include "suite/words/table.hpp"

namespace handshake::suite::words {

const char* const kFacts = R"(
more_wrong: {wrong} of {of} elements of {array} are wrong; this is the first.
wrote_outside: The kernel wrote {array}[{index}], but {array} has {size|element}{?last: : index 0 to
  {last}}.
partly_written: Only {bytes|byte} of the 4 bytes of {array}[{index}] changed; the other bytes hold
  their old values.
changed_input: The kernel changed its input: {array}[{index}] was {was} and is {is} now.
  - The rest of the pass still needs {array}.
wrapped_short: In a variable of 16 bits, such as a short, {meant} becomes {index}.
seen_in: Seen with {shape}:
shown_by_case: Case {number} shows where this happens, with {shape}:
right_when_first: The same launch ({shape}) gives the right result when it is the first launch of
  the program. So its result depends on values that an earlier launch has left in memory.
  - {?variable: The kernel uses a __device__ or static variable at {variable}.}
never_writes: {kernel} wrote no element of {array} in this launch.
atomic_in_vain: The atomic function that {thread} called at {at} left {array}[{index}] as it was.
not_read: The right value depends on {array}[{index}]. The thread of the last write to
  {written}[{element}] had {?earlier: read it only in an earlier round of its loop}{!earlier: not
  read it before}.
writes_input: The kernel writes {array}[{index}] at {at}, but {array} is an input.
same_task: Instead, several threads work on {task}, such as {one}, and {other}.
other_writes: Other elements of {array} are written at {at}.
written_in_other_cases: In other cases, elements of {array} are written at {places}.
left_loop: No thread reached {task}. {^thread} returned from the kernel at {at}, before it had
  completed all rounds of its loop.
left_at_start: No thread reached {task}. {^thread} returned at {at} without touching an
  array.{?loop:  Before that, it reached the loop at {loop}. The condition of this loop was false at
  once, so its body was not executed.}
stays_at_index: No thread reached {task}. {^thread} works on {same} in every round of its loop: see
  {at}.
same_rounds: In two successive rounds of this loop, {thread} did the same: {?reads: it }{deed}.
waits_for_blocks: In every round, {thread} read a global variable at {at}. {idle} of the {blocks}
  blocks had not begun: on a GPU, too, a block may have to wait until another one has ended.
waits_for_lock: In successive rounds, the atomic function at {at} left {array}[{index}] as it was.
  {^holder} changed it at {taken}{?both: , and now waits in the same way for an element that
  {thread} changed: each of the two threads waits for the other one}.
empty_round: No thread wrote the value of {task}. In a round of its loop, {thread} touched no array:
  see the {?loop: loop}{!loop: condition} at {at}.
skipped_loop: After that, {thread} reached the loop at {at}. The condition of this loop was false at
  once, so its body was not executed.
last_step: After the {?goto: goto at {at}}{!goto: condition at {at} was {held}}, {thread} did not
  read or write an array any more.
returned: {^thread} returned at {at} and worked on no other element after that.
given_by: The thread of this write used a value from shared memory. {^thread} had put it there at
  {at}{?deed: , and had {deed} before}.
old_value: At {read}, {thread} used a value in shared memory that it had put there in an earlier
  round of its loop, at {written}.
wrote_other: In this round it wrote {array}[{index}], at {at}.
read_before: In this round of its loop, the thread had read no array before it wrote this. Before
  this round, it last {deed}, at {at}.
left_by_break: {^thread} left its loop by the break at {at}.
loop_ended: The loop at {at} ended for {thread} after this thread had {deed} there.
declared_small: {variable}, which {used} {?set: sets}{!set: uses}, is declared at {at}.
defined_at: {name}, which {used} uses, is defined at {at}.
declared_shared: {array} is declared at {at}.
tested_after: The condition at {at} reads this element first, and looks at {index} after that: &&
  evaluates its left side first.
barrier_of_block: The __syncthreads() at {at} makes only threads of one block wait for each other.
  These two threads are in different blocks.
own_value: The shuffle at {at} gave this thread its own value: the requested lane is outside of the
  warp, or outside of the thread's part of the warp if the shuffle divides the warp.
  - {?decision: The condition of the next if, at {decision}, was {held}.}
rounded_down: {text} at {at} is {dividend} / {divisor} here, which is rounded down to {quotient}.
torn_macro: The macro {name}, which is used at {used} and defined at {at}, has no parentheses around
  {?argument: the argument {argument}}{!argument: the text of {name}}. So the {sign} {?before: to
  its left is applied only to its first part}{!before: to its right is applied only to its last
  part}.
returns_at: {function}, which {used} calls, returns at {at}.
one_thread: A smaller launch of {kernel} for {elements|element} gave the right result: {shape}. In
  it, one thread made {busiest} of {accesses} accesses to arrays.{?line:  No line makes more
  accesses than {line}.}
work_again: A smaller launch of {kernel} for {elements|element} gave the right result: {shape}. In
  it, the threads made {accesses} accesses to arrays, {each} for each element of {array}: several
  threads do the same work.{?line:  No line makes more accesses than {line}.}
)";

// The kinds of changes that make a part right, without saying which change it is.
const char* const kChanges = R"(
comparison: with another comparison at {at}
logic: with && in place of ||, or || in place of &&, at {at}
side: with one side of && or || left out at {at}
one_element_more: with the bytes of one more element at {at}
bytes: with sizeof(int) as one more factor at {at}
arithmetic: with another calculation at {at}
one_more: with 1 added or subtracted at {at}
number: with another number at {at}
variable: with another variable at {at}
value: with another value at {at}
arguments: with two arguments in the other order at {at}
coordinate: with another one of threadIdx, blockIdx, blockDim and gridDim at {at}
index_in_grid: with the index of the thread in the whole grid at {at}
all_threads: with the number of all threads of the grid at {at}
dimension: with another one of .x, .y and .z at {at}
function: with another function at {at}
element: with a[x] in place of x, or x in place of a[x], at {at}
assignment: with another one of =, ==, += and similar operators at {at}
condition: with another condition at {at}
one_more_condition: with one more condition at {at}
guard: with an if around the statement at {at}
jump: with another jump (return, continue or break) at {at}
both: with other variables in several places of the statement at {at}
added: with one more statement after the one at {at}
added_before: with one more statement before the continue at {at}
loop: with a loop in place of the if at {at}
tested_first: with the condition of the do loop at {at} also tested before the first round
left_out: without the statement at {at}
order: with the statement at {at} after the one at line {line}, and not before it
moved_into: with the statement at {at} inside of the {about} at line {line}
moved_out: with the statement at {at} outside of the {about} at line {line}
repeated: with {about} set to its first value, as in line {line}, in each round of the loop at {at}
direction: with another direction of the copy at {at}
again: with the statement at {at} repeated in each round of the loop, before line {line}
barrier: with a __syncthreads() after {at}
)";

}  // namespace handshake::suite::words
