// What `make check` prints before and after the sentences about a failure: one line about each
// part, headings, and last lines.
#pragma once

#include <string>
#include <vector>

#include "suite/failure.hpp"

namespace handshake::suite::words {

// ---- one line about a part

std::string unreadable(const std::string& file);
std::string lost_mark(const std::string& file, const std::string& mark);
std::string not_as_declared(const std::string& kernel);
std::string not_built(const std::string& program);
std::string built_nothing(const std::string& last_line);  // the last line of the build, or empty
std::string needs_part(const std::string& name);
std::string needs_parts_above();
std::string all_right(int cases, long runs);
std::string no_such_case(int wanted, const std::string& name, int cases);

// ---- one failure

std::string scene(const Failure& failure);
std::string last_writer(const Failure& failure);
std::string think_about(const std::string& hint);
std::string printed();
std::string only_again(const std::string& command);
std::string more_of_the_build();
std::vector<std::vector<std::string>> memory_table(const Failure& failure);  // row 0: headings
std::string compiler_warned();
std::string unknown_value();  // what a "?" means

// ---- the end

std::string also_in(const std::string& file);
std::string note_line(const std::string& note);
std::string all_ok();
std::string start_with(const std::string& name, const std::vector<std::string>& files,
                       const std::string& id);
std::string first_of_several(const std::string& lab);  // lab: as make needs it; may be empty

// ---- what is wrong with a reply

std::string other_request();
std::string too_long();
std::string foreign_descriptor();
std::string seen_and_not_told(Kind kind);
std::string incomplete_findings();
std::string endless_end();

// ---- no fault of the submission

std::string machine_is_busy();
std::string sandbox_failed(const std::string& printed);

}  // namespace handshake::suite::words
