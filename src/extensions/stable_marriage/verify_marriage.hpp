// Checks a marriage without knowing how it was found.
#pragma once

#include <string>

#include "extensions/stable_marriage/marriage.hpp"

namespace handshake {

// Returns an empty text if the two persons of every pair have each other in their lists, no person
// has more partners than places, and no man and woman would both prefer each other. Otherwise
// returns the first fault that was found, with the persons. Looks at every entry at most twice.
std::string marriage_fault(const Problem& problem, const Marriage& marriage);

}  // namespace handshake
