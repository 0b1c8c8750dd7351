// Reads the arguments of the functions for C: structs, numbers and the arrays of a graph.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>

#include "extensions/common/improve.hpp"
#include "graph/view.hpp"
#include "library/c_errors.hpp"
#include "library/handshake.h"
#include "matching/tie_rule.hpp"

namespace handshake {

inline void need(bool holds, const char* words) {
  if (!holds) throw BadArgument(words);
}

// The caller's struct, which may have fewer members than ours, or more if they are 0.
template <class Struct>
Struct known_members(const Struct* given, const char* name) {
  const std::string prefix(name);
  need(given != nullptr, (prefix + ": the pointer is null").c_str());
  Struct known{};
  const std::size_t size = given->size;
  need(size >= sizeof size,
       (prefix + ": the member size is not set; set it to sizeof of the struct").c_str());
  const char* const bytes = reinterpret_cast<const char*>(given);
  const bool has_news = std::any_of(bytes + std::min(size, sizeof known), bytes + size,
                                    [](char byte) { return byte != 0; });
  need(!has_news,
       (prefix + ": a member is set that this library does not know; use a newer library").c_str());
  std::memcpy(&known, given, std::min(size, sizeof known));
  return known;
}

// Options have no byte without a name, so that a later member can take the place of `reserved`.
template <class Options>
Options known_or_default(const Options* given, const char* name) {
  const Options known = given == nullptr ? Options{} : known_members(given, name);
  static_assert(sizeof known == offsetof(Options, reserved) + sizeof known.reserved);
  need(known.reserved == 0, "reserved: must be 0");
  return known;
}

inline int threads_of(int threads) {
  need(threads >= 0 && threads <= 1024, "threads: must be 0 to 1024; 0 chooses the number");
  return threads;
}

inline int quality_of(int quality) {
  need(quality >= 0 && quality <= kMostScans, "quality: must be 0 to 100");
  return quality;
}

inline TieRule rule_of(int ties) {
  switch (ties) {
    case HS_INDEX:
      return TieRule::kIndex;
    case HS_HASH:
      return TieRule::kHash;
    case HS_DEGREE:
      return TieRule::kDegree;
    default:
      throw BadArgument("ties: must be HS_INDEX, HS_HASH or HS_DEGREE");
  }
}

inline graph::WeightSpans weights_of(const hs_csr& csr, std::size_t size) {
  const auto span = [&](const auto* type) {
    using Weight = std::remove_const_t<std::remove_pointer_t<decltype(type)>>;
    need(csr.weights != nullptr || size == 0,
         "hs_csr.weights: the pointer is null; set weight_type to HS_NONE for equal weights");
    return graph::WeightSpans(graph::Span<Weight>(static_cast<const Weight*>(csr.weights), size));
  };
  switch (csr.weight_type) {
    case HS_NONE:
      return graph::NoWeights();
    case HS_FLOAT:
      return span(static_cast<float*>(nullptr));
    case HS_DOUBLE:
      return span(static_cast<double*>(nullptr));
    case HS_INT32:
      return span(static_cast<std::int32_t*>(nullptr));
    case HS_INT64:
      return span(static_cast<std::int64_t*>(nullptr));
    default:
      throw BadArgument("hs_csr.weight_type: must be a hs_type");
  }
}

inline graph::View view_of(const hs_csr& csr) {
  need(csr.nodes >= 0 && csr.nodes < std::numeric_limits<Node>::max(),
       "hs_csr.nodes: must be 0 to 2^31 - 2");
  need(csr.entries >= 0, "hs_csr.entries: must not be negative");
  need(csr.offsets != nullptr, "hs_csr.offsets: the pointer is null");
  need(csr.neighbors != nullptr || csr.entries == 0, "hs_csr.neighbors: the pointer is null");
  need(csr.offset_bits == 32 || csr.offset_bits == 64, "hs_csr.offset_bits: must be 32 or 64");
  const auto offsets = static_cast<std::size_t>(csr.nodes) + 1;
  graph::View view;
  view.numNodes = static_cast<Node>(csr.nodes);
  if (csr.offset_bits == 32) {
    view.offsets = graph::Span(static_cast<const std::int32_t*>(csr.offsets), offsets);
  } else {
    view.offsets = graph::Span(static_cast<const std::int64_t*>(csr.offsets), offsets);
  }
  view.neighbors = {csr.neighbors, static_cast<std::size_t>(csr.entries)};
  view.weights = weights_of(csr, static_cast<std::size_t>(csr.entries));
  return view;
}

}  // namespace handshake
