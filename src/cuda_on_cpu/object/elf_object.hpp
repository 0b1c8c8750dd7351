// Reads the parts of an object file that show what the object contains, and which names of other
// objects or libraries it uses.
#pragma once
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace cuda_on_cpu::object {

// Thrown if the file is not an object file for this machine, or is broken.
class BrokenObject : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Section {
  std::string name;
  uint32_t type;
  uint64_t flags;
  uint64_t offset;
  uint64_t size;
  uint32_t link;
  uint32_t info;
};

struct Symbol {
  std::string name;  // for the symbol of a section: the name of the section
  unsigned char type;
  unsigned char binding;
  uint16_t section;  // SHN_UNDEF if the symbol is not defined here
  uint64_t value;
  uint64_t size;
};

// A place in a section that refers to a symbol.
struct Reference {
  size_t section;
  uint64_t offset;
  size_t symbol;
  int64_t addend;
};

class ElfObject {
 public:
  // Throws BrokenObject.
  explicit ElfObject(std::vector<char> bytes);

  const std::vector<Section>& sections() const { return sections_; }
  const std::vector<Symbol>& symbols() const { return symbols_; }
  const std::vector<Reference>& references() const { return references_; }
  // The function that contains this place; null if there is none.
  const Symbol* function_at(size_t section, uint64_t offset) const;

 private:
  template <class T>
  T read(uint64_t offset) const;
  std::string text(const Section& table, uint64_t offset) const;
  void read_sections();
  void read_symbols();
  void read_references();

  std::vector<char> bytes_;
  std::vector<Section> sections_;
  std::vector<Symbol> symbols_;
  std::vector<Reference> references_;
};

}  // namespace cuda_on_cpu::object
