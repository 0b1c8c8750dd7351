// Reads an object file. See elf_object.hpp.
#include "cuda_on_cpu/object/elf_object.hpp"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace cuda_on_cpu::object {

// Objects for other processors are refused, because the lists of sections and instructions are for
// this processor.
#if defined(__aarch64__)
constexpr Elf64_Half kMachine = EM_AARCH64;
#else
constexpr Elf64_Half kMachine = EM_X86_64;
#endif

template <class T>
T ElfObject::read(uint64_t offset) const {
  if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T)) {
    throw BrokenObject("it ends too early");
  }
  T value;
  std::memcpy(&value, bytes_.data() + offset, sizeof(T));
  return value;
}

ElfObject::ElfObject(std::vector<char> bytes) : bytes_(std::move(bytes)) {
  read_sections();
  read_symbols();
  read_references();
}

std::string ElfObject::text(const Section& table, uint64_t offset) const {
  if (table.offset > bytes_.size() || table.size > bytes_.size() - table.offset ||
      offset >= table.size) {
    throw BrokenObject("a name is outside of its table");
  }
  const char* begin = bytes_.data() + table.offset + offset;
  return std::string(begin, strnlen(begin, table.size - offset));
}

void ElfObject::read_sections() {
  const auto header = read<Elf64_Ehdr>(0);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_type != ET_REL) {
    throw BrokenObject("it is not a 64-bit object file");
  }
  if (header.e_machine != kMachine) throw BrokenObject("it is for another kind of processor");
  const auto first = read<Elf64_Shdr>(header.e_shoff);
  const uint64_t count = header.e_shnum != 0 ? header.e_shnum : first.sh_size;
  const uint32_t names = header.e_shstrndx != SHN_XINDEX ? header.e_shstrndx : first.sh_link;
  if (count > bytes_.size() / sizeof(Elf64_Shdr) || names >= count) {
    throw BrokenObject("its table of sections is broken");
  }
  std::vector<uint32_t> name_offsets;
  for (uint64_t i = 0; i < count; i++) {
    const auto raw = read<Elf64_Shdr>(header.e_shoff + i * sizeof(Elf64_Shdr));
    sections_.push_back(
        {"", raw.sh_type, raw.sh_flags, raw.sh_offset, raw.sh_size, raw.sh_link, raw.sh_info});
    name_offsets.push_back(raw.sh_name);
  }
  for (uint64_t i = 0; i < count; i++) sections_[i].name = text(sections_[names], name_offsets[i]);
}

void ElfObject::read_symbols() {
  for (const Section& section : sections_) {
    if (section.type == SHT_SYMTAB_SHNDX) throw BrokenObject("it has too many sections");
    if (section.type != SHT_SYMTAB) continue;
    if (!symbols_.empty() || section.link >= sections_.size()) {
      throw BrokenObject("its tables of symbols are broken");
    }
    for (uint64_t at = 0; at + sizeof(Elf64_Sym) <= section.size; at += sizeof(Elf64_Sym)) {
      const auto raw = read<Elf64_Sym>(section.offset + at);
      const auto type = static_cast<unsigned char>(ELF64_ST_TYPE(raw.st_info));
      std::string name = text(sections_[section.link], raw.st_name);
      if (type == STT_SECTION && raw.st_shndx < sections_.size())
        name = sections_[raw.st_shndx].name;
      symbols_.push_back({name, type, static_cast<unsigned char>(ELF64_ST_BIND(raw.st_info)),
                          raw.st_shndx, raw.st_value, raw.st_size});
    }
  }
}

void ElfObject::read_references() {
  for (const Section& section : sections_) {
    if (section.type == SHT_REL) throw BrokenObject("its references have a form that is not known");
    if (section.type != SHT_RELA) continue;
    for (uint64_t at = 0; at + sizeof(Elf64_Rela) <= section.size; at += sizeof(Elf64_Rela)) {
      const auto raw = read<Elf64_Rela>(section.offset + at);
      const size_t symbol = ELF64_R_SYM(raw.r_info);
      if (symbol >= symbols_.size() || section.info >= sections_.size()) {
        throw BrokenObject("a reference has no target");
      }
      references_.push_back({section.info, raw.r_offset, symbol, raw.r_addend});
    }
  }
}

const Symbol* ElfObject::function_at(size_t section, uint64_t offset) const {
  const auto found = std::find_if(symbols_.begin(), symbols_.end(), [&](const Symbol& symbol) {
    return symbol.type == STT_FUNC && symbol.section == section && symbol.value <= offset &&
           offset < symbol.value + symbol.size;
  });
  return found == symbols_.end() ? nullptr : &*found;
}

}  // namespace cuda_on_cpu::object
