// Lists the conditions that may be missing at a place in the program. See small_changes.hpp.
#include <algorithm>

#include "cuda_on_cpu/translate/small_changes.hpp"

namespace cuda_on_cpu::translate {
namespace {

// The integer variables that were declared last, and the last integer parameter, which often is the
// number of elements.
std::vector<std::string> numbers_to_compare(const Variables& variables) {
  constexpr size_t kMost = 5;
  std::vector<std::string> numbers = variables.of_type("int");
  if (numbers.size() <= kMost) return numbers;
  const auto is_parameter = [&](const std::string& name) {
    return variables.find(name)->is_parameter;
  };
  const auto first = numbers.end() - kMost;
  const auto last_parameter = std::find_if(numbers.rbegin(), numbers.rend(), is_parameter);
  const bool is_lost = last_parameter != numbers.rend() && last_parameter.base() <= first;
  if (is_lost) *first = *last_parameter;
  numbers.erase(numbers.begin(), first);
  return numbers;
}

}  // namespace

std::vector<std::string> simple_conditions(const Variables& variables, bool is_host) {
  std::vector<std::string> conditions;
  for (const std::string& flag : variables.of_type("bool")) {
    conditions.push_back(flag);
    conditions.push_back("!" + flag);
  }
  if (is_host) return conditions;
  const std::vector<std::string> numbers = numbers_to_compare(variables);
  const std::vector<std::string> arrays = variables.of_type("int*");
  std::vector<std::string> elements;
  for (const std::string& array : arrays)
    for (const std::string& number : numbers) elements.push_back(array + "[" + number + "]");
  for (size_t a = 0; a < numbers.size(); a++) {
    conditions.push_back(numbers[a] + " == 0");
    conditions.push_back(numbers[a] + " != 0");
    for (size_t b = 0; b < numbers.size(); b++) {
      if (a != b) conditions.push_back(numbers[a] + " < " + numbers[b]);
      if (a != b) conditions.push_back(numbers[a] + " >= " + numbers[b]);
      if (a < b) conditions.push_back(numbers[a] + " != " + numbers[b]);
    }
  }
  for (const std::string& element : elements) {
    conditions.push_back(element + " == -1");
    conditions.push_back(element + " != -1");
    for (const std::string& number : numbers) conditions.push_back(element + " == " + number);
  }
  for (const std::string& array : arrays)
    for (const std::string& element : elements)
      for (const char* end : {" == -1", " != -1"})
        conditions.push_back(array + "[" + element + "]" + end);
  return conditions;
}

}  // namespace cuda_on_cpu::translate
