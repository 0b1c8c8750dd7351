// The header has 48 bytes. If each person has a separate list, the header is followed by the
// numbers of places (only for kListsWithPlaces), the offsets and the lists. For shared lists, the
// header is followed by the order of the women and the order of the men. Numbers have the byte
// order of the machine that wrote the file; a machine with another byte order refuses the file.
#include "extensions/stable_marriage/binary_preferences.hpp"

#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "graph/checksum.hpp"

namespace handshake::marriage {
namespace {

constexpr char kMagic[8] = {'H', 'S', 'P', 'R', 'E', 'F', '0', '1'};
constexpr std::uint32_t kByteOrder = 0x01020304;
enum Kind : std::uint32_t { kLists, kListsWithPlaces, kShared };

struct Header {
  char magic[8];
  std::uint32_t byte_order;
  std::uint32_t kind;
  std::int64_t men;
  std::int64_t women;
  std::int64_t numbers;    // entries in all lists together
  std::uint64_t checksum;  // of all bytes after the header
};
static_assert(sizeof(Header) == 48);

class Reader {
 public:
  Reader(std::string_view bytes, const std::string& path) : bytes_(bytes), path_(path) {}

  Problem read() {
    read_header();
    const std::string_view body = bytes_.substr(sizeof(Header));
    if (header_.checksum != checksum(body.data(), body.size(), 0)) fail("the lists are damaged");
    return header_.kind == kShared ? read_shared() : read_lists();
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(path_, 0, what + "; copy the file again, or write it again with -save");
  }

  void read_header() {
    if (bytes_.size() < sizeof header_) fail("the file is truncated within its header");
    std::memcpy(&header_, bytes_.data(), sizeof header_);
    if (header_.byte_order != kByteOrder) fail("the file has the byte order of another machine");
    constexpr std::int64_t kMostPersons = 1 << 30;
    const bool possible = header_.kind <= kShared && header_.men >= 0 && header_.women >= 0 &&
                          header_.men <= kMostPersons && header_.women <= kMostPersons &&
                          header_.numbers >= 0 && header_.numbers <= (std::int64_t{1} << 50);
    if (!possible) fail("the header contains an impossible number of persons or entries");
    const std::uint64_t persons = header_.men + header_.women;
    const std::uint64_t expected = sizeof header_ + 4 * header_.numbers +
                                   (header_.kind == kShared ? 0 : 8 * (persons + 1)) +
                                   (header_.kind == kListsWithPlaces ? 4 * persons : 0);
    if (bytes_.size() != expected) {
      fail("the file has " + std::to_string(bytes_.size()) + " bytes instead of " +
           std::to_string(expected));
    }
  }

  template <class T>
  void copy(T* to, std::size_t size) {
    if (size > 0) std::memcpy(to, bytes_.data() + position_, size * sizeof(T));
    position_ += size * sizeof(T);
  }

  // Checks one list: every number is in range, and no number appears twice.
  void check_list(const Person* begin, const Person* end, std::int64_t others, std::int64_t whose) {
    for (const Person* p = begin; p < end; ++p) {
      if (*p < 0 || *p >= others) fail("a list names person " + std::to_string(*p));
      if (stamps_[*p] == whose) fail("a list names person " + std::to_string(*p) + " twice");
      stamps_[*p] = whose;
    }
  }

  Problem read_lists() {
    Preferences p;
    p.men = static_cast<Person>(header_.men);
    p.women = static_cast<Person>(header_.women);
    const std::int64_t persons = header_.men + header_.women;
    if (header_.kind == kListsWithPlaces) {
      p.places.resize(persons);
      copy(p.places.data(), persons);
      for (const std::int32_t n : p.places) {
        if (n < 0 || n > 1 << 20) fail("a person has " + std::to_string(n) + " places");
      }
    }
    p.offsets = Buffer<std::int64_t>(persons + 1);
    copy(p.offsets.data(), persons + 1);
    p.lists = Buffer<Person>(header_.numbers);
    copy(p.lists.data(), header_.numbers);
    if (p.offsets[0] != 0 || p.offsets[persons] != header_.numbers) fail("the offsets are wrong");
    for (std::int64_t i = 0; i < persons; ++i) {
      if (p.offsets[i] > p.offsets[i + 1] || p.offsets[i + 1] > header_.numbers) {
        fail("the offsets are wrong");
      }
    }
    stamps_.assign(std::max(p.men, p.women), -1);
    for (std::int64_t i = 0; i < persons; ++i) {
      check_list(p.lists.data() + p.offsets[i], p.lists.data() + p.offsets[i + 1],
                 i < p.men ? p.women : p.men, i);
    }
    return make_problem(p);
  }

  Problem read_shared() {
    if (header_.numbers != header_.men + header_.women) fail("shared lists must name every person");
    SharedLists shared{Buffer<Person>(header_.women), Buffer<Person>(header_.men)};
    copy(shared.women.data(), shared.women.size());
    copy(shared.men.data(), shared.men.size());
    stamps_.assign(std::max(header_.men, header_.women), -1);
    check_list(shared.women.begin(), shared.women.end(), header_.women, 0);
    check_list(shared.men.begin(), shared.men.end(), header_.men, 1);
    Problem problem;
    problem.men = static_cast<Person>(header_.men);
    problem.women = static_cast<Person>(header_.women);
    problem.lists = std::move(shared);
    return problem;
  }

  std::string_view bytes_;
  const std::string& path_;
  Header header_;
  std::size_t position_ = sizeof(Header);
  std::vector<std::int64_t> stamps_;  // for each person: the last list that named this person
};

template <class Array>
void append(std::string* to, const Array& array) {
  to->append(reinterpret_cast<const char*>(array.data()), array.size() * sizeof(array.data()[0]));
}

}  // namespace

bool is_binary_preferences(std::string_view start) {
  return start.substr(0, sizeof kMagic) == std::string_view(kMagic, sizeof kMagic);
}

Problem read_binary_preferences(std::string_view bytes, const std::string& path) {
  return Reader(bytes, path).read();
}

std::string binary_preferences(const Problem& problem) {
  Header header{};
  std::memcpy(header.magic, kMagic, sizeof kMagic);
  header.byte_order = kByteOrder;
  header.men = problem.men;
  header.women = problem.women;
  std::string bytes(sizeof header, '\0');
  if (const auto* shared = std::get_if<SharedLists>(&problem.lists)) {
    header.kind = kShared;
    append(&bytes, shared->women);
    append(&bytes, shared->men);
    header.numbers = header.men + header.women;
  } else {
    const Preferences p = preferences_of(problem);
    header.kind = p.places.empty() ? kLists : kListsWithPlaces;
    append(&bytes, p.places);
    append(&bytes, p.offsets);
    append(&bytes, p.lists);
    header.numbers = static_cast<std::int64_t>(p.lists.size());
  }
  header.checksum = checksum(bytes.data() + sizeof header, bytes.size() - sizeof header, 0);
  std::memcpy(bytes.data(), &header, sizeof header);
  return bytes;
}

}  // namespace handshake::marriage
