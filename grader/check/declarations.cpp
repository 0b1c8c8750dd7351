// See declarations.hpp.
#include "check/declarations.hpp"

#include <algorithm>
#include <map>

namespace handshake::check {

namespace {

// ---- a type that is too small

bool is_small(const std::string& type, Kind kind) {
  return kind == Kind::float_rounding ? has_name(names_in(type), "float") : is_narrow(type);
}

// The line that declares the name with such a type; 0: there is none, or another one declares it.
int declared_small(const SourceOutline& file, const std::string& name, Kind kind) {
  int found = 0;
  const auto add = [&](const std::string& type, int line) {
    found = found == 0 && is_small(type, kind) ? line : -1;
  };
  for (const Statement& one : file.statements())
    if (has_name(one.declared, name)) add(one.type, one.first_line);
  for (const Definition& one : file.definitions())
    if (one.name == name && one.kind != Definition::Kind::macro) add(one.text, one.line);
  return std::max(found, 0);
}

// The names that may hold the number: those that the statement sets, or that it compares.
Names holders(const Statement& statement, Kind kind) {
  Names names = statement.members_set;
  if (kind == Kind::float_rounding) {
    names = statement.read;
    names.insert(names.end(), statement.members.begin(), statement.members.end());
  } else if (names.empty()) {
    names = statement.set;
    for (const Element& element : statement.elements)
      if (!element.sign.empty()) names.push_back(element.array);
  }
  return names;
}

}  // namespace

void tell_small_type(const SourceOutline& file, suite::Failure& failure) {
  for (const suite::Fact& fact : failure.what) {
    const auto* const misfit = fact.get<suite::DidNotFit>();
    if (!misfit || misfit->finding.file != file.file()) continue;
    const suite::Place used{file.file(), misfit->finding.line};
    const Kind kind = misfit->finding.kind;
    Names names;
    for (const int one : file.at(used))
      for (const std::string& name : holders(file[one], kind))
        if (!has_name(names, name) && declared_small(file, name, kind) > 0) names.push_back(name);
    if (names.size() != 1) return;
    const suite::Place declared{file.file(), declared_small(file, names[0], kind)};
    if (declared.line == used.line) return;
    failure.what.push_back({suite::Told{"declared_small",
                                        {{"variable", names[0]},
                                         {"used", used},
                                         {"at", declared},
                                         {"set", kind == Kind::narrowing}}},
                            suite::Sure::cause,
                            {declared}});
    return;
  }
}

void tell_shared_array(const SourceOutline& file, suite::Failure& failure) {
  const auto& finding = failure.finding;
  if (!finding || finding->kind != Kind::shared_out_of_bounds || finding->file != file.file())
    return;
  const std::string& array = finding->element.variable;  // empty: dynamic shared memory
  std::vector<std::pair<std::string, suite::Place>> found;
  for (size_t s = 0; s < file.statements().size(); s++) {
    const Statement& one = file.statements()[s];
    const Names words = names_in(one.type);
    if (!has_name(words, "__shared__") || one.text.find('[') == std::string::npos) continue;
    for (const std::string& name : one.declared)
      if (array.empty() ? has_name(words, "extern") : name == array)
        found.emplace_back(name, file.place(static_cast<int>(s)));
  }
  if (found.size() != 1 || found[0].second.line == finding->line) return;
  failure.what.push_back(
      {suite::Told{"declared_shared", {{"array", found[0].first}, {"at", found[0].second}}},
       suite::Sure::guess,
       {found[0].second}});
}

// ---- a variable that hides another one

namespace {

// Of a variable that is declared in statement `inner`: a statement after its block that reads the
// outer variable. If the block does not use the inner variable, returns the first such statement.
// Otherwise, returns the one that the failure shows first, but only if nothing between sets the
// outer variable. -1: there is none.
int use_of_outer(const SourceOutline& file, const Function& function, int inner, int outer_end,
                 const std::string& name, const std::vector<int>& shown) {
  const int end = file[inner].block_end;
  bool is_inner_read = false;
  for (int s = inner + 1; s < std::min(outer_end, function.end); s++) {
    const Statement& one = file[s];
    const bool reads = has_name(one.read, name);
    if (s < end) {
      is_inner_read |= reads || has_name(one.set, name);
      continue;
    }
    const bool is_shown = std::find(shown.begin(), shown.end(), s) != shown.end();
    if (reads && (!is_inner_read || is_shown)) return s;
    if (has_name(one.set, name) && !reads) return -1;
  }
  return -1;
}

// The end of the scope of the variable that the declaration in `inner` hides; 0: it hides none.
int scope_of_hidden(const SourceOutline& file, const Function& function, int inner,
                    const std::string& name) {
  for (int s = inner - 1; s >= function.first; s--) {
    const Statement& one = file[s];
    const int end = one.is_head() ? one.body_end : one.block_end;
    if (has_name(one.declared, name) && end > inner) return end > file[inner].block_end ? end : 0;
  }
  const bool is_parameter =
      std::any_of(function.parameters.begin(), function.parameters.end(),
                  [&](const auto& parameter) { return parameter.name == name; });
  return is_parameter && file[inner].block_end < function.end ? function.end : 0;
}

std::vector<int> shown_first(const SourceOutline& file, const suite::Failure& failure) {
  if (failure.writer && failure.writer->file == file.file()) return file.at(failure.writer->line);
  if (failure.finding && failure.finding->file == file.file())
    return file.at(failure.finding->line);
  for (const suite::Place& place : told_lines(failure))
    if (place.file == file.file()) return file.at(place.line);
  return {};
}

}  // namespace

void tell_second_variable(const SourceOutline& file, suite::Failure& failure) {
  const std::vector<int> shown = shown_first(file, failure);
  const Function* const function = shown.empty() ? nullptr : file.function_of(shown[0]);
  for (int s = function ? function->first : 0; function && s < function->end; s++) {
    if (file[s].kind != Statement::Kind::declaration) continue;
    for (const std::string& name : file[s].declared) {
      const int end = scope_of_hidden(file, *function, s, name);
      const int used = end == 0 ? -1 : use_of_outer(file, *function, s, end, name, shown);
      if (used < 0) continue;
      failure.what.push_back({suite::DeclaredAgain{name, file.place(s), file.place(used)},
                              suite::Sure::cause,
                              {file.place(s)}});
      failure.hint.propose(suite::Hint{"second_variable"}.from(suite::Sure::cause));
      return;
    }
  }
}

// ---- definitions

namespace {

// Whether the failure is about a wrong index, and not about a wrong value.
bool is_about_index(const suite::Failure& failure) {
  return failure.verdict == suite::Verdict::memory ||
         suite::has_fact(failure, "not_written_in_pass");
}

std::map<std::string, int> definitions_in(const SourceOutline& file, bool tells_threads) {
  std::map<std::string, int> lines;
  for (const Definition& one : file.definitions()) {
    const bool is_about_threads = one.text.find("threadIdx") != std::string::npos ||
                                  one.text.find("gridDim") != std::string::npos;
    const bool has_value =
        one.kind == Definition::Kind::macro || (one.kind == Definition::Kind::variable &&
                                                one.text.find_first_of("=[{") != std::string::npos);
    if (has_value && file.is_students(one.line) && (tells_threads || !is_about_threads))
      lines[one.name] = one.line;
  }
  return lines;
}

Names used_in(const SourceOutline& file, const std::vector<int>& statements) {
  Names names = file.read_at(statements);
  for (const int one : statements)
    for (const auto& call : file[one].calls) names.push_back(call.function);
  return names;
}

}  // namespace

void tell_definitions(const SourceOutline& file, suite::Failure& failure) {
  constexpr size_t kMostDefinitions = 2;
  const std::map<std::string, int> definitions = definitions_in(file, is_about_index(failure));
  std::vector<suite::Place> shown = shown_places(failure);
  size_t told = 0;
  for (size_t s = 0; s < shown.size(); s++)
    for (const std::string& name : used_in(file, file.at(shown[s]))) {
      const auto found = definitions.find(name);
      if (found == definitions.end() || told == kMostDefinitions) continue;
      const suite::Place at{file.file(), found->second};
      const bool is_known = std::any_of(shown.begin(), shown.end(), [&](const suite::Place& one) {
        return one.file == at.file && one.line == at.line;
      });
      if (is_known) continue;
      told++;
      failure.what.push_back(
          {suite::Told{"defined_at", {{"name", name}, {"used", shown[s]}, {"at", at}}},
           suite::Sure::guess,
           {at}});
    }
}

void tell_called_function(const SourceOutline& file, suite::Failure& failure) {
  std::vector<suite::Repair> changed;
  for (const suite::Fact& fact : failure.what)
    if (const auto* const repairs = fact.get<suite::Repairs>()) changed = repairs->repairs;
  for (const suite::Repair& repair : changed)
    for (const int one : file.at(repair.at)) {
      if (repair.change != "arguments") continue;
      for (const auto& call : file[one].calls)
        if (const Function* const function = file.function_named(call.function)) {
          const suite::Place at{file.file(), function->first_line};
          failure.what.push_back(
              {suite::Told{"defined_at",
                           {{"name", call.function}, {"used", repair.at}, {"at", at}}},
               suite::Sure::steps,
               {at}});
        }
    }
}

}  // namespace handshake::check
