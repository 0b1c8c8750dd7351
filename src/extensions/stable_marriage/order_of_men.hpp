// The order in which men begin. The answer does not depend on it, the time does: if those begin first
// whom their favorites like best, few lose a woman later.
#pragma once

#include <vector>

#include "extensions/stable_marriage/problem.hpp"

namespace handshake {

// Whether lists are long enough for an order to repay what it costs.
bool has_long_lists(const Problem& problem);

// ranks[m]: of man m at his first choice; at most the number of men. Of equal ranks the smaller man.
std::vector<Person> order_by_rank(const std::vector<Person>& ranks);

// Empty: as they are numbered, where lists are too short.
std::vector<Person> order_of_men(const Problem& problem);

}  // namespace handshake
