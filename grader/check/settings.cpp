// See settings.hpp.
#include "check/settings.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace handshake::check {

namespace {

constexpr size_t kMostTold = 2;
constexpr size_t kMostOfLoop = 3;    // its start, its end and its step
constexpr size_t kMostOfReturn = 2;  // the variables of a return

class Reader {
 public:
  Reader(const SourceOutline& file, suite::Failure& failure) : file_(file), failure_(failure) {}

  // Reports where the variables of the line are set; with `tells_loops`, also where the heads of
  // loops set them.
  void tell(int shown, bool tells_loops = false) {
    tells_loops_ = tells_loops;
    shown_ = shown;
    here_ = file_.at(shown);
    if (here_.empty()) return;
    const bool of_loop = is_loop(here_);
    const std::vector<Setting> settings = settings_that_matter();
    for (const Setting& one : settings) tell_set(here_, one, of_loop ? kMostOfLoop : kMostTold);
    if (elements_of_finding().empty()) tell_returns(here_);
    for (const Setting& one : settings) tell_returns({one.at});
    // The statements that set the bounds of a loop may use other variables. Those that set these
    // variables are reported, too.
    for (size_t s = 0; of_loop && s < settings.size(); s++)
      for (const Setting& one : settings_of({settings[s].at}))
        tell_set({settings[s].at}, one, kMostOfLoop + 1);
  }

  // For an element that no thread wrote: reports where the index in this line is set, and not where
  // the value is set.
  void tell_index(int shown) {
    tells_loops_ = true;
    shown_ = shown;
    here_ = file_.at(shown);
    Names index;
    for (const int one : here_)
      for (const Element& element : file_[one].elements)
        if (!element.sign.empty()) index = element.names;
    for (const Setting& one : settings_of(here_)) {
      if (!has_name(index, one.name)) continue;
      tell_set(here_, one, kMostTold);
      if (!file_[one.at].is_loop()) continue;
      for (const Setting& of_loop : settings_of({one.at})) tell_set({one.at}, of_loop, kMostOfLoop);
    }
  }

 private:
  // A variable, and the statement that gives it a value.
  struct Setting {
    std::string name;
    int at;
    bool is_sure;
    int later = -1;  // a statement after `at` that may set the variable again; -1: none
  };

  suite::Place place_of(const std::vector<int>& statements) const {
    return statements == here_ ? suite::Place{file_.file(), shown_} : file_.place(statements[0]);
  }

  bool is_loop(const std::vector<int>& statements) const {
    return std::any_of(statements.begin(), statements.end(),
                       [&](int one) { return file_[one].is_loop(); });
  }

  // For each variable that these statements read, two of the statements above: the last one that
  // may set it, and the last one that certainly sets it.
  std::vector<Setting> settings_of(const std::vector<int>& statements) const {
    std::vector<Setting> settings;
    const bool of_loop = is_loop(statements);
    const int use = statements.empty() ? 0 : statements.front();
    for (const std::string& name : file_.read_at(statements)) {
      const bool is_set_here = std::any_of(statements.begin(), statements.end(),
                                           [&](int one) { return has_name(file_[one].set, name); });
      if (!of_loop && is_set_here) continue;
      const int last = set_above(use, use, name, of_loop);
      for (int set = last; set >= 0; set = set_above(use, set, name, of_loop)) {
        const bool is_sure = is_sure_to_set(set, use, name);
        if (is_sure || set == last)
          settings.push_back({name, set, is_sure, set == last ? -1 : last});
        if (is_sure) break;
      }
    }
    return settings;
  }

  // The last statement before `from` that sets the variable, which `use` reads; -1: its function
  // has none, or the statement need not be shown.
  int set_above(int use, int from, const std::string& name, bool of_loop) const {
    const Function* function = file_.function_of(use);
    for (int above = from - 1; function && above >= function->first; above--) {
      const Statement& one = file_[above];
      if (!has_name(one.set, name) && !may_set(one, name)) continue;
      const int end = one.is_head() ? one.body_end : one.block_end;
      if (has_name(one.declared, name) && use >= end) continue;  // another variable of this name
      const bool is_known = (!tells_loops_ && one.kind == Statement::Kind::for_) ||
                            one.text.find("nullptr") != std::string::npos ||
                            is_thread_number(one, of_loop);
      return is_known || !file_.is_students(one.first_line) ? -1 : above;
    }
    return -1;
  }

  static bool is_call_of_cuda(const Statement& one) {
    return std::any_of(one.calls.begin(), one.calls.end(),
                       [](const auto& call) { return call.function.compare(0, 4, "cuda") == 0; });
  }
  static bool is_pitch(const Statement& one) {
    return one.text.find("cudaMallocPitch") != std::string::npos;
  }

  // Whether the statement passes the variable's address to a function that may set the variable.
  static bool may_set(const Statement& one, const std::string& name) {
    return has_name(one.passed, name) && (!is_call_of_cuda(one) || is_pitch(one));
  }

  bool is_sure_to_set(int set, int use, const std::string& name) const {
    const Statement& one = file_[set];
    const bool is_conditional = one.is_head() && one.kind != Statement::Kind::for_;
    return !is_conditional && use < one.block_end && !has_name(one.stepped, name) &&
           (has_name(one.set, name) || is_pitch(one));
  }

  static bool is_product(std::string text) {
    text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
    return text.find("blockDim.x*gridDim.x") != std::string::npos ||
           text.find("gridDim.x*blockDim.x") != std::string::npos;
  }

  // Whether the statement computes a number that most kernels compute first: the number of a
  // thread, or of all threads. Any other form of it is worth a look.
  static bool is_thread_number(const Statement& one, bool of_loop) {
    const bool has_thread = has_name(one.read, "threadIdx"),
               has_size = has_name(one.read, "blockDim");
    if (is_narrow(one.type)) return false;
    if (of_loop) return has_thread || is_product(one.text);
    return one.elements.empty() && (has_thread || has_size);
  }

  // The elements in this line that are outside of their array, or were never written. Then only
  // their index matters.
  std::vector<Element> elements_of_finding() const {
    std::vector<Element> elements;
    const auto& finding = failure_.finding;
    const bool is_here =
        finding && file_.at({finding->file, finding->line}) == here_ &&
        (finding->kind == Kind::out_of_bounds || finding->kind == Kind::uninitialised_read);
    for (const int one : here_)
      for (const Element& element : file_[one].elements)
        if (is_here && !is_loop(here_) && element.array == finding->element.array)
          elements.push_back(element);
    return elements;
  }

  // An atomic function stores its last argument. The address, or the value to compare with, matters
  // less.
  Names names_of_value() const {
    for (const int one : here_)
      for (const auto& call : file_[one].calls)
        if (call.function.compare(0, 6, "atomic") == 0 && !call.arguments.empty())
          return names_in(call.arguments.back());
    return {};
  }

  std::vector<Setting> settings_that_matter() const {
    const std::vector<Setting> all = settings_of(here_);
    Names wanted = names_of_value();
    const std::vector<Element> elements = elements_of_finding();
    if (!elements.empty()) wanted.clear();
    for (const Element& element : elements)
      wanted.insert(wanted.end(), element.names.begin(), element.names.end());
    std::vector<Setting> settings;
    for (const Setting& one : all)
      if (has_name(wanted, one.name)) settings.push_back(one);
    return settings.empty() && elements.empty() ? all : settings;
  }

  void tell_set(const std::vector<int>& used, const Setting& one, size_t most) {
    if (file_.is_shown(one.at, failure_) || told_ >= most) return;
    told_++;
    suite::SetAt fact{one.name, place_of(used), file_.place(one.at), one.is_sure};
    if (one.later >= 0 && !is_told(one.name, file_.place(one.later)))
      fact.later = file_.place(one.later);
    tell_decision(one, fact);
    std::vector<suite::Place> lines = {fact.at};
    if (fact.decision) lines.push_back(*fact.decision);
    // The index is one that this thread reaches if its loop ends too late.
    const bool is_bound = file_[one.at].is_loop() && failure_.hint->thought == "loop_condition";
    failure_.what.push_back({fact, is_bound ? suite::Sure::cause : suite::Sure::guess, lines});
  }

  // If the thread has to choose one of several values: shows the `if` that chooses.
  void tell_decision(const Setting& one, suite::SetAt& fact) {
    static const std::set<std::string_view> kChoices = {
        "equal_weights", "equal_weights_in_any_order", "lighter_edge", "negative_weight"};
    const int head = file_[one.at].around;
    if (one.is_sure || kChoices.count(failure_.hint->thought) == 0 || head < 0 ||
        file_[head].kind != Statement::Kind::if_ || file_.is_shown(head, failure_))
      return;
    fact.decision = file_.place(head);
  }

  bool is_told(const std::string& variable, const suite::Place& at) const {
    return std::any_of(failure_.what.begin(), failure_.what.end(), [&](const suite::Fact& fact) {
      const auto* const set = fact.get<suite::SetAt>();
      return set && set->variable == variable && set->at.file == at.file && set->at.line == at.line;
    });
  }

  // The statement with the only `return` of a function of this file, or of a lambda of one line;
  // -1: there is none.
  int return_of(const std::string& function) const {
    if (const Function* found = file_.function_named(function)) return file_.only_return(*found);
    int lambda = -1;
    for (size_t s = 0; s < file_.statements().size(); s++) {
      const Statement& one = file_.statements()[s];
      const size_t value = one.text.find("return"), list = one.text.find("= [");
      if (!has_name(one.declared, function) || list > value) continue;
      if (lambda >= 0 || one.first_line != one.last_line) return -1;
      if (value == one.text.rfind("return") && value != std::string::npos)
        lambda = static_cast<int>(s);
    }
    return lambda;
  }

  void tell_returns(const std::vector<int>& statements) {
    for (const int statement : statements)
      for (const auto& call : file_[statement].calls) {
        const int found = return_of(call.function);
        if (found < 0 || found == statement || file_.is_shown(found, failure_) ||
            told_ >= kMostTold)
          continue;
        told_++;
        const suite::Place at = file_.place(found);
        failure_.what.push_back(
            {suite::Told{"returns_at",
                         {{"function", call.function}, {"used", place_of(statements)}, {"at", at}}},
             suite::Sure::guess,
             {at}});
        for (const Setting& one : settings_of({found}))
          tell_set({found}, one, kMostTold + kMostOfReturn);
      }
  }

  const SourceOutline& file_;
  suite::Failure& failure_;
  size_t told_ = 0;
  bool tells_loops_ = false;
  int shown_ = 0;          // the line to explain
  std::vector<int> here_;  // its statements
};

// Whether a copy filled the whole array: then the size of the array is right.
bool is_filled(const suite::Allocated* array) {
  return array && !array->is_about_room && !array->was_freed && array->lines.filled > 0 &&
         array->lines.filled_bytes >= array->lines.bytes;
}

// Whether the failure already names the line of the mistake, or is not about a wrong value.
bool is_told_without(const suite::Failure& failure) {
  return std::any_of(failure.what.begin(), failure.what.end(), [](const suite::Fact& fact) {
    const auto* const set = fact.get<suite::SetEachByte>();
    return fact.get<suite::CopiedUnfilled>() || is_filled(fact.get<suite::Allocated>()) ||
           fact.get<suite::StaleResult>() || fact.get<suite::LaunchRefused>() ||
           (set && set->byte != set->value);
  });
}

// If no thread wrote the element, the line that wrote other elements may use a wrong index. Shows
// where this index is set. Returns whether there is such a line.
bool tell_unwritten(const std::vector<SourceOutline>& files, suite::Failure& failure) {
  std::optional<suite::Place> others;
  for (const suite::Fact& fact : failure.what)
    if (fact.is("not_written_in_pass"))
      if (const auto* const at =
              std::get_if<suite::Place>(&fact.get<suite::Told>()->slots.at("others")))
        others = *at;
  if (!others) return false;
  for (const SourceOutline& file : files)
    if (others->file == file.file()) Reader(file, failure).tell_index(others->line);
  return true;
}

}  // namespace

void tell_settings(const std::vector<SourceOutline>& files, suite::Failure& failure) {
  using suite::Verdict;
  const auto& finding = failure.finding;
  const bool is_of_value = failure.verdict == Verdict::wrong || failure.verdict == Verdict::memory;
  const bool is_of_pointer =
      finding && (finding->kind == Kind::leak || finding->kind == Kind::bad_free ||
                  finding->kind == Kind::no_memory);
  if (!is_of_value || is_of_pointer || is_told_without(failure)) return;
  if (tell_unwritten(files, failure)) return;
  std::vector<suite::Place> shown = shown_places(failure);
  // The last condition before the write may use the start value: tell where it is set, too.
  if (failure.hint->thought == "start_value")
    for (const suite::Fact& fact : failure.what)
      if (const auto* const last = fact.get<suite::LastCondition>())
        shown.insert(shown.begin(), last->at);
  const bool is_past_end = finding && finding->kind == Kind::out_of_bounds &&
                           finding->element.known() && finding->element.index > 0;
  for (const SourceOutline& file : files) {
    Reader reader(file, failure);
    for (const suite::Place& place : shown)
      if (place.file == file.file())
        reader.tell(place.line, is_past_end && place.line == finding->line);
  }
}

}  // namespace handshake::check
