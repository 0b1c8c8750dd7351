// Makes instances from specs: "easy:1000000:seed=3" is the same instance on every machine.
#pragma once

#include <string>

#include "extensions/stable_marriage/problem.hpp"

namespace handshake::marriage {

// Whether the text begins like a spec: a known kind and a colon.
bool is_problem_spec(const std::string& text);

// Reads "KIND:N[:KEY=VALUE...]" and makes the instance, which is the same for every number of
// threads. Throws InputError if the spec is wrong or needs too much memory; the message says what
// is allowed, or how much memory is needed.
Problem generate_problem(const std::string& spec);

// Describes every kind and key, for -help.
std::string problem_spec_help();

}  // namespace handshake::marriage
