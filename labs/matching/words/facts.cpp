// What is wrong, and what explains it, in this lab: see suite/words/table.hpp.
#include "labs/matching/words/words.hpp"

namespace handshake::suite::words {

const char* const kLabFacts = R"(
one_side: matches[{other}] is {node}, as it must be. So the kernel wrote only one of the two
  elements of this handshake.
passes_threw: The passes ended with this error: {thrown}
race_of_any_pass: The run had all passes, and the race may be in an earlier one.
value_from: The value comes from {kernel}, which is launched at {launch}.
read_from: Before it wrote this value, the thread read one that {kernel} wrote {?earlier: in an
  earlier pass, }at {at}{?earlier: , if host code has not set it since then}.
read_shared: Before it wrote this value, the thread read one in shared memory, at {read}. The last
  access that may have changed that one was by {thread}, at {changed}.
edges_of_pass: In pass {pass}, the edge list has {edges|edge}{?last: : index 0 to {last}}.
not_launched_again: {kernel}, launched at {at} in the first pass, was not launched in this pass.
overtaken: The atomic function that {thread} called at {at} changed nothing: another thread had
  stored a new value after this thread read the old value.
equal_edges: The largest weight at node {node} is {weight}, and several of its edges have this
  weight. Among the nodes at their other ends, node {smallest} has the smallest index; your code has
  chosen node {neighbor}.
vain_atomics: The atomic function that {thread} called at {at} did not change element {element} of
  its array. In this pass, no other atomic function changed this element. Its value was written by
  {kernel} {?earlier: in an earlier pass, }at {set}{?earlier: , if host code has not set it since
  then}.
launched_again: {kernel} is launched again and again, at {at}.
launched_at: {kernel} is launched at {at}.
wrong_partner: Node {node} must be {?matched: matched with node {partner}}{!matched: unmatched}, but
  line {line} of the output says {got}.
bad_output: match ended without an error, but its output file does not consist of {nodes} lines with
  one number each.
wrong_contents: {?result: the result}{!result: {variable}}: element {index} {?got: is {got}}{!got:
  has an undefined value} and must be {expected}.
pointer_reused: {?again: {made} is reached more than once: each time, it allocates a new array, and
  the previous one is lost.}{!again: The pointer to the array that is allocated at {made} is set to
  other memory at {lost}, so this array is lost.}
pointer_parameter: {variable} is declared at {at} as a parameter that is a copy: if the parameter
  changes, the pointer of the caller does not.
partly_filled: Of the {bytes} bytes that are allocated at {made}, only {filled_bytes} were given
  values, most recently at {filled}.
freed_others: {arrays|other array} {?one: is}{!one: are} freed, at {first}{?last:  to {last}}.
freed_nothing: cudaFree is called, first at {at}, but it is given none of the arrays that were
  allocated.
malloc_not_reached: {variable} is given to cudaMalloc at {at}, but no memory was allocated there in
  this run.
holds_other: {variable} holds the values of {array}.
pointer_without_memory: {variable} {?students: gets its value at {at}}{!students: is declared at
  {at}, and no cudaMalloc is given its address}.
not_written_in_pass: {!others: No kernel wrote strongNeighbor in this pass.}{?others: No thread
  wrote this element in this pass. Other elements of strongNeighbor are written at {others}.}
unseen_edge: No thread looked at edge {edge}, which is an edge of this node.
  - {kernel}, launched at {launch}{?enough: , looked at other edges}{!enough:  for {edges|edge}, had
  {shape}}.
extra_alone: In a smaller run for {nodes|node} and an edge list of {elements|edge}, one thread of
  {kernel} made {busiest} of {accesses} accesses to arrays.
extra_again: In a smaller run for {nodes|node} and an edge list of {elements|edge}, the threads of
  {kernel} made {accesses} accesses to arrays, {each} for each edge: several threads do the same
  work.
)";

}  // namespace handshake::suite::words
