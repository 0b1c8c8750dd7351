// Hints: what a student should think about. A hint leaves the answer to the student.
#include "suite/words/names.hpp"
#include "suite/words/words.hpp"

namespace handshake::suite::words {

namespace {

std::string too_few_threads(const Hint& hint) {
  return "There " + std::string(hint.threads == 1 ? "was " : "were ") +
         counted(hint.threads, "thread") + " for " + number(hint.tasks) +
         " elements. Read \"Threads\" in the handout: on which elements should thread 0 work, and "
         "what does it do with each of them?";
}

std::string whose_task(const Hint& hint) {
  if (hint.threads >= hint.tasks)
    return "Which thread should work on " + task({hint.thing, hint.task}) +
           ", and what keeps this thread from doing so?";
  return "With " + counted(hint.threads, "thread") + " for " + counted(hint.tasks, hint.thing) +
         ", which thread should work on " + task({hint.thing, hint.task}) +
         "? Read \"Threads\" in the handout.";
}

}  // namespace

std::string hint(const Hint& hint) {
  switch (hint.thought) {
    case Thought::none:
      return "";
    case Thought::earlier_match:
      return "How does a thread find out that its node was matched in an earlier pass?";
    case Thought::who_writes_whom:
      return "A handshake joins two nodes, so two elements of matches must be written. Which "
             "thread writes which element, and does a thread skip its write if the other thread "
             "has written first?";
    case Thought::partner_value:
      return "Which node is the partner here, and which number does the thread write?";
    case Thought::no_strongest_neighbor:
      return "Which index do you use when a node has no strongest neighbor?";
    case Thought::other_end:
      return "One hand alone is not a handshake. What must be true of the node at the other end "
             "of the edge?";
    case Thought::every_keep:
      return "Before the launch, keepEdges may hold any values, so each element must be written, "
             "those that become 0 as well as those that become 1. Which thread writes this one?";
    case Thought::zero_or_one:
      return "The prefix sum that follows needs the value 0 or 1 in every element of keepEdges.";
    case Thought::two_ends:
      return "An edge has two ends, and one of them is matched here. What does your condition say "
             "of "
             "each of the two?";
    case Thought::reads_matches:
      return "Which elements of matches decide about an edge, and does your condition read them? "
             "Also read what the compiler says about this line.";
    case Thought::keep_or_filter:
      return "Which of the values 0 and 1 means \"keep\", and which one means \"filter out\"?";
    case Thought::first_sum:
      return "Which line gives newSum[0] its value when distance is 0, and which value is that?";
    case Thought::moved_right:
      return "Where does the element come from when everything moves one place to the right?";
    case Thought::nothing_to_add:
      return "Nothing is added to some elements. Which value do they get?";
    case Thought::no_summand:
      return "Nothing was added here. Which line adds to such an element, and when is it reached?";
    case Thought::which_summands:
      return "Which elements of oldSum belong to this sum, and which ones did the thread read?";
    case Thought::one_step:
      return "newSum is the finished prefix sum already. One launch does only one step; the host "
             "calls the kernel again for the next distance. What is the step for this distance?";
    case Thought::value_of_other:
      return "Which line should give this thread the value of " + hint.name +
             ", and did the thread get this value there?";
    case Thought::one_value:
      return "Each element needs one value from one thread. Which of these writes should not be "
             "there?";
    case Thought::condition:
      return "Put the values above into each part of your condition. Which result does the "
             "condition give, and which result should it give here?";
    case Thought::other_task:
      return "The thread is at work on " + task({hint.thing, hint.task}) +
             ". Do the elements that it reads belong to this " + hint.thing + "?";
    case Thought::never_writes:
      return "Where does the thread store its result? A variable of the kernel no longer exists "
             "when the kernel ends.";
    case Thought::whole_element:
      return "An int has 4 bytes. What is the type of the pointer through which you write?";
    case Thought::leaves_loop:
      return "Does a thread leave its loop there, or does it go on to its next round?";
    case Thought::old_value:
      return "A variable keeps its value until the next write. In every round of the loop, is it "
             "written before this line reads it?";
    case Thought::index_of_write:
      return "Each thread should write the element that it has worked on. Look at the line that "
             "writes: which index does it use?";
    case Thought::ends_for_good:
      return "When the condition of a loop is false, the thread leaves the loop. Should this "
             "element end the loop, or should the thread only skip it?";
    case Thought::atomic_in_vain:
      return "With which value does the atomic function compare the element, and which value may "
             "it store? In which order does the function expect these two values?";
    case Thought::two_arrays:
      return "Which of the two arrays do you read, and may another thread have changed what you "
             "read?";
    case Thought::every_sum:
      return "Every element of newSum needs a value in every launch.";
    case Thought::old_unmatched:
      return "UNMATCHED is -1 in this kit. It was -2 in the kit of 2021. Write UNMATCHED, which "
             "utils.hpp defines, instead of a number.";
    case Thought::old_unmatched_code:
      return "Your code compares with -2. UNMATCHED is -1 in this kit (it was -2 in the kit of "
             "2021): write UNMATCHED, which utils.hpp defines, instead of a number.";
    case Thought::kept_from_before:
      return "A __device__ or static variable keeps its value from launch to launch. What resets "
             "it before the next launch?";
    case Thought::unset_variable:
      return "Is there a path through the code on which a variable of the kernel gets no value? "
             "The variable then holds what an earlier call has left in its memory.";
    case Thought::too_few_threads:
      return too_few_threads(hint);
    case Thought::whose_task:
      return whose_task(hint);
    case Thought::what_is_counted:
      return hint.name + " has one element for every " + hint.thing +
             ". What does your index count here?";
    case Thought::first_index:
      return "Which index do you compute for the first element?";
    case Thought::nothing_before:
      return "Some elements have fewer than \"distance\" elements before them. Which elements may "
             "the thread read then?";
    case Thought::unmatched_index:
      return "UNMATCHED is -1, and no array has an index -1. Which value does the line use as its "
             "index, and where does this value come from?";
    case Thought::wrapped_index:
      return "An unsigned number is never below zero: one less than 0 is 4294967295. What do you "
             "compare this number with, and when?";
    case Thought::wrapped_product:
      return "The largest int is 2147483647: a larger result becomes negative. How large "
             "do the products in your index become with that many threads and elements?";
    case Thought::int_overflow:
      return std::string(hint.name == "long long"
                             ? "A long long can hold the numbers from -9223372036854775808 to "
                               "9223372036854775807."
                             : "An int can hold the numbers from -2147483648 to 2147483647.") +
             " Can another order of the computation keep all results in this range, or do you need "
             "another type?";
    case Thought::float_rounding:
      return "A float keeps 24 bits of a number: above 16777216 two different ints may become the "
             "same float. Does this value have to be a float?";
    case Thought::shift_too_far:
      return "How many bits does this number have, and what should happen when more bits are "
             "needed?";
    case Thought::narrowing:
      return "What is the largest number that can occur here, and which type can hold it?";
    case Thought::last_index:
      return "Which is the last index that is used here? Is it an index into this array, or does "
             "it count something else?";
    case Thought::idle_threads:
      return "Some threads have no element to work on: what must a thread compare before it "
             "accesses an array?";
    case Thought::loop_condition:
      return "Which is the largest index that is used here? Look at the condition of your loop, "
             "and "
             "at the index of the access.";
    case Thought::skipped_loop:
      return "Which values does the condition of this loop compare when the thread reaches the "
             "loop, and should the condition be true then?";
    case Thought::no_elements:
      return "In this case, the arrays of the edges are empty. Which index does this line use "
             "then?";
    case Thought::only_read:
      return "Other threads, and later steps, need " + hint.name +
             " as it was before the launch. Where else can your kernel store this value?";
    case Thought::endless_kernel:
      return "Does every loop of the kernel end? Which variable changes from one round of the loop "
             "to the next? Does it change even if there are more threads than elements?";
    case Thought::waits_for_block:
      return "This thread waits until a value changes. Can this value change before the block of "
             "the thread has ended?";
    case Thought::lock_order:
      return "Each of two threads holds a lock that the other thread needs. In which order does a "
             "thread take its two locks? What if all threads take the lock with the smaller index "
             "first?";
    case Thought::slow_launches:
      return "Every launch ends, but too late. Is there work that every thread does, although one "
             "thread could do it for all?";
    case Thought::only_own_arrays:
      return hint.name + " must read and write its arrays, and do nothing else.";
    case Thought::alignment:
      return "On a GPU, the address of a value of 8 bytes, such as an int2, must be a multiple of "
             "8. For a value of 16 bytes, it must be a multiple of 16. At which element does this "
             "access begin?";
    case Thought::far_outside:
      return "An index may be far outside of its array. Which values can the index take, with this "
             "number of threads?";
    case Thought::several_elements:
      return "One access through a pointer such as int2* reads or writes several elements. Which "
             "elements of " +
             hint.name + " does the last such access need?";
    case Thought::comparison:
      return "Put the two values into this comparison by hand. Which result does it give, and "
             "which result should it give?";
    case Thought::both_sides:
      return "Must both sides of this condition be true, or is one true side enough? Or is one of "
             "the sides not needed here?";
    case Thought::result_by_hand:
      return "Compute this line by hand. Which result does it give, and which result should it "
             "give?";
    case Thought::one_too_many:
      return "Compute this line by hand for the first and for the last element. Is the result too "
             "large by one, or too small by one?";
    case Thought::meaning_of_names:
      return "Say in words what each name in this line stands for. Which name is needed here?";
    case Thought::order_of_arguments:
      return "Compare the arguments of this call with the parameters of the function, one after "
             "another. Is each argument in the place that is meant for it?";
    case Thought::text_of_macro:
      return "The text of a macro is put into the line as it is. Write the whole line by hand: "
             "which operator is applied to which part?";
    case Thought::coordinates:
      return "threadIdx.x is the number of a thread in its block, and blockIdx.x is the number of "
             "this block; blockDim.x is the number of threads in a block, and gridDim.x is the "
             "number of blocks. Which of "
             "them does this line need?";
    case Thought::one_dimension:
      return "The grid and its blocks have one dimension here: threadIdx.y and blockIdx.y are 0 in "
             "every thread, and blockDim.y and gridDim.y are 1.";
    case Thought::what_function_does:
      return "This line calls a function. Say in words what this function does. Is that what is "
             "needed here?";
    case Thought::kinds_of_assignment:
      return "= gives a variable a new value; +=, /= and &= compute the new value from the old "
             "one; == only compares. Which one is meant here?";
    case Thought::truth:
      return "Put the values into this condition by hand. Is it true or false, and which of the "
             "two is needed?";
    case Thought::one_of_two_writes:
      return "One thread writes this element twice. Which of the two lines should it execute here, "
             "and what should keep it from executing the other line?";
    case Thought::copied_argument:
      return "A function works on copies of its arguments, unless a parameter is a reference. How "
             "does the code that calls the function get its result?";
    case Thought::way_out:
      return "A return ends its function for this thread, a break ends its loop, and a continue "
             "ends "
             "only this round of the loop. Which of them is meant here?";
    case Thought::without_it:
      return "What would be different without this statement?";
    case Thought::which_first:
      return "Which of these two statements has to be executed first, and why?";
    case Thought::once_or_in_every_round:
      return "How often should this statement be executed: once, in every round of the loop, or "
             "only if the condition is true?";
    case Thought::begins_again:
      return "If a variable gets its first value before a loop, it keeps its value from one round "
             "to the next. Which variable needs its first value again in every round?";
    case Thought::one_element_each:
      return "With an if, a thread works on one element at most. What happens when there are more "
             "elements than threads?";
    case Thought::do_loop:
      return "The body of a do loop is executed once before its condition is tested. Which threads "
             "must not enter the loop?";
    case Thought::lock_of_loop:
      return "While another thread holds the lock, a thread tries again. Which line releases the "
             "lock, and does every thread that has taken the lock reach that line?";
    case Thought::endless_passes:
      return "Does every loop end?";
    case Thought::which_pointer:
      return "Is there a pointer that does not point to GPU memory, or an index outside of its "
             "array?";
    case Thought::ends_program:
      return "Under which condition does the program end here? A CUDA call that succeeds returns "
             "cudaSuccess, which is 0.";
    case Thought::set_by_cpu:
      return "The CPU can write managed memory directly. From which index to which index does it "
             "set the elements of the array?";
    case Thought::failed_call:
      return "Look at the arguments of the call that failed.";
    case Thought::never_began:
      return "Can your code leave the function before the passes begin, for example by a return? "
             "The code after the passes is needed for every graph. If your code cannot leave the "
             "function there, compare the lines outside of the YOUR CODE marks with those of the "
             "kit.";
    case Thought::bad_free:
      return "Is this memory freed twice, or was it never allocated with cudaMalloc?";
    case Thought::freed_twice:
      return "Two calls of cudaFree are given the same array. Is one of the calls meant for "
             "another array, or do two pointers point to the same array?";
    case Thought::freed_piece:
      return "After the passes, which pointer holds the address from cudaMalloc? The pointers "
             "are swapped from pass to pass.";
    case Thought::behind_the_end:
      return "How is this address computed, and how far is it from the beginning of the "
             "array? An offset from an int pointer is in elements; a pitch and the size for "
             "cudaMalloc are in bytes.";
    case Thought::size_of_array:
      return "How large must the array be, and which value does the size have here?";
    case Thought::no_memory:
      return "Every array needs an allocation of its own. Where does this pointer get its value?";
    case Thought::address_of_memory:
      return "Into which variable does cudaMalloc write the address of the memory? Is it the "
             "variable that this line copies to? A function that gets a pointer as an argument has "
             "a copy of it.";
    case Thought::declared_again:
      return "Which of the two variables is given to cudaMalloc, and which one to the kernels?";
    case Thought::second_variable:
      return "Should the line inside of the braces make a new variable, or should it give a new "
             "value to the variable outside of them?";
    case Thought::host_free:
      return "free() frees what malloc() allocated, and cudaFree() frees what cudaMalloc() "
             "allocated. Did malloc() or cudaMalloc() allocate the array that is freed here?";
    case Thought::bytes_of_copy:
      return "How many elements does this array need, and how many bytes are allocated, copied or "
             "set? The comments above the first YOUR CODE mark list the elements of every array.";
    case Thought::set_bytes:
      return "cudaMemset sets bytes, and not ints. Which values can an array of int get from it, "
             "and what else can give the elements their first value?";
    case Thought::value_of_set:
      return "Which value does each element have after this cudaMemset, and which one must it have "
             "before the first pass?";
    case Thought::direction:
      return "The first argument is the target of the copy, and the second one is its source. "
             "Which of the two is on the GPU?";
    case Thought::which_memory:
      return "malloc, new and arrays of C++ give host memory; cudaMalloc gives memory of the GPU. "
             "Which of them gave this pointer its value?";
    case Thought::never_freed:
      return "Count the allocations and the calls of cudaFree. The pointers are swapped from pass "
             "to "
             "pass: which array does each call free in the end?";
    case Thought::freed_as_often:
      return "Which line frees this array, and is it reached as often as the line that allocates "
             "it?";
    case Thought::freed_nothing:
      return "Which value does each pointer have when it is given to cudaFree? Did it get this "
             "value before or after cudaMalloc?";
    case Thought::frees_not_reached:
      return "What has to be true so that this line is reached? Is it true for every graph, with "
             "and without -extra?";
    case Thought::earlier_pass:
      return "This is the strongest neighbor of an earlier pass. What has to happen to the old "
             "values before a pass looks for new ones?";
    case Thought::unvisited_node:
      return "What does the array hold for a node that none of your threads visits?";
    case Thought::equal_weights:
      return "Which neighbor wins when several edges are equally heavy? Which line decides that?";
    case Thought::equal_weights_in_any_order:
      return "Several edges are equally heavy. Does the same neighbor win in every order of "
             "threads?";
    case Thought::start_value:
      return "Which value does the search for the heaviest edge start from, and which weights are "
             "larger than that?";
    case Thought::negative_weight:
      return "A weight below zero was taken for the heaviest one here. Which type do your "
             "comparisons use, and is -1 less than 1 in this type?";
    case Thought::lighter_edge:
      return "Which edges of this node were compared with each other, with which numbers, and what "
             "became of the heaviest one?";
    case Thought::number_of_edge:
      return "For two edges of this node, compute by hand the numbers that your code compares. "
             "Which number wins, and is it the one of the edge that must win?";
    case Thought::not_final:
      return "When a thread reaches this line, which edges of this node were already compared? "
             "What can other threads still change after that?";
    case Thought::not_a_neighbor:
      return "Is this number a node, or is it the number of an edge, or a weight?";
    case Thought::edges_of_node:
      return "Which edges did the thread look at for this node, and where do the edges of this "
             "node begin and end?";
    case Thought::later_pass:
      return "Pass 1 was right. What is different when the next pass begins: which arrays still "
             "hold values of pass 1, and how many edges are left?";
    case Thought::old_edges:
      return "When did your code copy this pointer, and which array does this copy point to after "
             "the pointers have been swapped?";
    case Thought::result_copied:
      return "Which copy to the CPU comes last, and from which array does it take the values?";
    case Thought::unseen_edge:
      return "Which thread should look at this edge? If there are more edges or nodes than "
             "threads, is there a loop that reaches all of them?";
    case Thought::edge_left_out:
      return "Which thread should look at this edge, and what keeps this thread from doing so?";
    case Thought::fresh_memory:
      return "Fresh GPU memory may hold any values. Which arrays need a copy from the CPU before "
             "the first pass, and how many bytes must be copied?";
    case Thought::filled_with:
      return "Which array does this copy take its values from, and from which array should it take "
             "them?";
    case Thought::room_of_arrays:
      return "The comments above the first YOUR CODE mark list the elements of every array. How "
             "many bytes are allocated for each pointer?";
    case Thought::room_of_pieces:
      return "At which element does each piece begin, and at which element may the next one begin? "
             "gpuHeaders.cuh lists the length of every array.";
    case Thought::words_of_match:
      return "Read what the program match printed.";
    case Thought::between_kernels:
      return "Above, each kernel is checked alone. Which results of one kernel does the next "
             "kernel, or the next pass, need?";
    case Thought::size_of_run:
      return "Are the arrays of your code large enough for these numbers, and do the results of "
             "its computations fit into their types?";
    case Thought::shared_work:
      return "Which elements does each thread handle? Divide the work among all threads of the "
             "launch, so that no two threads do the same work.";
    case Thought::output_file:
      return "The given code writes the output file; your code must not write it.";
    case Thought::changed_in_between:
      return "Between the read of a value and the atomic function that replaces it, another "
             "thread may store a new value. Which number does the atomic function return then, and "
             "what does your kernel do with it?";
    case Thought::race:
      return "The threads of a launch run in any order. Which thread may write this element, and "
             "may another thread use it in the same launch?";
    case Thought::shared_race:
      return "Which line must all threads of the block have passed before one of them uses what "
             "another one wrote? __syncthreads() makes them wait for each other.";
    case Thought::warp_race:
      return "Which line must all threads that share these values have passed before one of them "
             "uses what another one wrote? Some lanes of a warp may run ahead of the others: "
             "__syncthreads() makes all threads of the block wait for each other, and "
             "__syncwarp() only those of one warp.";
    case Thought::shared_by_all:
      return "All threads of a block share one copy of this variable. Can it hold a different "
             "value for each thread?";
    case Thought::shared_element_of_two:
      return "Two threads write this element in the same line. Should they use the same element? A "
             "barrier helps only if they write it in different rounds of a loop.";
    case Thought::lost_change:
      return "Two threads change this element in the same line. Each of them reads the old value, "
             "computes the new one and writes it. What happens to the change of the first thread "
             "if the second one has already read the old value?";
    case Thought::barrier:
      return "All threads of a block have to reach the same __syncthreads(). Which threads do not "
             "reach it: those that have returned, those that skip an if, or those that have "
             "left a loop?";
    case Thought::warp:
      return "Do all lanes in the mask reach this line together?";
    case Thought::lane_itself:
      return "Which lanes ask for the value of a lane that does not exist in their warp, or in "
             "their part of the warp? Which value do they get, and how do you use it?";
    case Thought::lane_of_shuffle:
      return "From which lane should this thread get a value? How does your code compute the "
             "number of that lane, and which lanes of the warp reach this line?";
    case Thought::streams:
      return "Work in two streams runs in any order, even if one call comes before the other in "
             "your code. Which call makes the later work wait until the earlier work has ended? "
             "cudaStreamDestroy does not wait for the work of its stream.";
    case Thought::changed_source:
      return "The call that starts a copy from memory of cudaMallocHost may return before the copy "
             "begins. Which call makes the CPU wait until the copy has ended?";
    case Thought::unfinished_copy:
      return "The call that starts a copy to memory of cudaMallocHost may return before the copy "
             "has ended. Which call makes the CPU wait until the copy has ended?";
    case Thought::async_copy:
      return "cg::memcpy_async may return before its copy has ended, and a barrier does not wait "
             "for this copy. Which function makes the threads wait until the copy has ended?";
    case Thought::loop:
      return "What has to change from one round of the loop to the next, and does the thread reach "
             "the line that changes it?";
    case Thought::uninitialized:
      return "Should this thread read this element? If so: which thread gives the element its "
             "value "
             "before that?";
    case Thought::shared_uninitialized:
      return "Should this thread read this element? If so: which thread of the block writes it, "
             "and "
             "does a __syncthreads() make this thread wait for that write?";
    case Thought::edges_of_pass:
      return "Which number of edges does this launch get: the number in this pass, or the number "
             "in another pass?";
    case Thought::null_pointer:
      return "Which pointer is this, and where does it get its value?";
    case Thought::use_after_free:
      return "Which kernel or copy is the last one that needs this array?";
    case Thought::host_after_free:
      return "Which code still needs this memory after it was freed, and where does that code get "
             "the pointer?";
    case Thought::double_free:
      return "Which of the two calls is meant for another array?";
    case Thought::leak:
      return "Which allocation has no cudaFree?";
    case Thought::host_memory:
      return "How much memory do all arrays take together?";
    case Thought::wrong_side:
      return "Which of the two may read or write through this pointer, the CPU or the GPU?";
    case Thought::division:
      return "Which values can the divisor take here?";
    case Thought::shared_memory:
      return "How many bytes do the __shared__ arrays of a block take?";
    case Thought::dynamic_shared:
      return "The third number between <<< and >>> is the number of bytes of an extern __shared__ "
             "array; without this number, the array has no bytes. Who wrote the line that launches "
             "this kernel?";
    case Thought::configuration:
      return "How many blocks and how many threads per block does this launch ask for?";
    case Thought::stack:
      return "How many function calls are nested here, and how large are the local arrays?";
    case Thought::exception:
      return "Which call throws an exception here?";
    case Thought::assertion:
      return "What makes the assertion fail for this thread?";
    case Thought::cooperative:
      return "In an ordinary launch, no block can wait for another one. Can each thread compute "
             "its "
             "elements without values that other blocks write in the same launch?";
    case Thought::trap:
      return "Why does this thread reach the trap?";
    case Thought::undefined:
      return "What do the rules of C++ say about this line?";
    case Thought::bytes_of_pointer:
      return "An int has 4 bytes, and this address is in the middle of an int. Does your pointer "
             "count bytes or elements, and which of the two are you adding?";
    case Thought::bound_of_index:
      return "How large can " + hint.name +
             " become here, and what should keep it inside of the "
             "array?";
    case Thought::index_of_access:
      return "Which values can the index take here, with this number of threads?";
  }
  return "";
}

}  // namespace handshake::suite::words
