// Writes instances to files: as text for people, or in a binary format for large instances.
#include <string>

#include "extensions/stable_marriage/binary_preferences.hpp"
#include "extensions/stable_marriage/read_preferences.hpp"
#include "graph/file_writer.hpp"

namespace handshake::marriage {
namespace {

void write_line(FileWriter* file, const Person* begin, const Person* end) {
  std::string line;
  for (const Person* p = begin; p < end; ++p) {
    if (p > begin) line += ' ';
    line += std::to_string(*p);
  }
  file->write(line + "\n");
}

void write_text(FileWriter* file, const Problem& problem) {
  const std::string size = std::to_string(problem.men) + " " + std::to_string(problem.women) + "\n";
  if (const auto* shared = std::get_if<SharedLists>(&problem.lists)) {
    file->write("%%preferences shared\n" + size);
    write_line(file, shared->women.begin(), shared->women.end());
    write_line(file, shared->men.begin(), shared->men.end());
    return;
  }
  const Preferences p = preferences_of(problem);
  file->write("%%preferences lists\n" + size);
  for (std::int64_t i = 0; i < std::int64_t{p.men} + p.women; ++i) {
    if (!p.places.empty() && p.places[i] != 1) {
      file->write("*" + std::to_string(p.places[i]) + " ");
    }
    write_line(file, p.lists.data() + p.offsets[i], p.lists.data() + p.offsets[i + 1]);
  }
}

}  // namespace

void write_problem(const std::string& path, const Problem& problem) {
  constexpr std::string_view kBinary = ".bin";
  const bool binary = path.size() >= kBinary.size() &&
                      path.compare(path.size() - kBinary.size(), kBinary.size(), kBinary) == 0;
  FileWriter file(path);
  if (binary) {
    file.write(binary_preferences(problem));
  } else {
    write_text(&file, problem);
  }
  file.finish();
}

}  // namespace handshake::marriage
