// The tie rules, and their names as values of the flag -ties.
#pragma once

#include "flags/flags.hpp"
#include "matching/tie_rule.hpp"

namespace handshake {

inline const Choices<TieRule> kTieRules = {
    {"index", TieRule::kIndex}, {"hash", TieRule::kHash}, {"degree", TieRule::kDegree}};

}  // namespace handshake
