// All of the library, for C++: the engines for CPUs, on the caller's arrays.
#pragma once

#include "extensions/b_matching/match.hpp"
#include "extensions/common/improve.hpp"
#include "extensions/louvain/find.hpp"
#include "extensions/stable_marriage/match.hpp"
#include "extensions/suitor/match.hpp"
#include "graph/progress.hpp"
#include "library/check_graph.hpp"
