// The order in which men begin. The answer does not depend on this order, but the time does: if the
// men with the best ranks in the lists of their first choices begin first, few men lose a woman
// later.
#pragma once

#include <vector>

#include "extensions/stable_marriage/problem.hpp"

namespace handshake::marriage {

// Whether lists are so long that ordering the men saves more time than it takes.
bool has_long_lists(const Problem& problem);

// ranks[m] is the rank of man m in the list of his first choice; it is at most the number of men.
// Of men with equal ranks, the man with the smaller number comes first.
std::vector<Person> order_by_rank(const std::vector<Person>& ranks);

// Returns an empty order if lists are too short, or if they are shared; men then begin to propose
// in the order of their numbers.
std::vector<Person> order_of_men(const Problem& problem);

}  // namespace handshake::marriage
