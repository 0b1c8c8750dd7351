// Checks a marriage without knowing how it was found.
#pragma once

#include <string>

#include "extensions/stable_marriage/marriage.hpp"

namespace handshake::marriage {

// Returns an empty text if three conditions hold: the two persons of every pair are in each other's
// lists, no person has more partners than places, and no man and woman prefer each other to their
// partners. Otherwise, returns a description of the first fault. Looks at every entry at most
// twice.
std::string marriage_fault(const Problem& problem, const Marriage& marriage);

}  // namespace handshake::marriage
