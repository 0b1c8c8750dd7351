// Checks whether each array that is passed to a kernel is long enough.
#include <algorithm>

#include "labs/matching/wrapper_failure.hpp"

namespace handshake::suite {

namespace {

struct Room {
  std::string kernel, argument;
  std::string variable;  // the variable for this argument in the first pass
  protocol::SeenArray seen;
  long needs;
};

// Adds the line that freed the array, if it was freed, and the line that allocated it.
void tell_room(Failure& failure, const std::string& variable,
               const protocol::AllocationLines& lines, bool was_freed) {
  if (was_freed) add_place(failure, {lines.file, lines.freed});
  add_place(failure, {lines.file, lines.made});
  failure.what.push_back(Allocated{variable, lines, was_freed, true});
}

// Returns a failure if two arguments of a launch are pieces of one allocation, and the second one
// begins before the end of the first.
std::optional<Failure> overlap(const std::vector<Room>& rooms) {
  for (const Room& first : rooms) {
    for (const Room& second : rooms) {
      const long distance = first.seen.room - second.seen.room;
      const bool is_before = distance > 0 || (distance == 0 && &first < &second);
      if (first.kernel != second.kernel || !is_before || second.needs == 0 ||
          first.seen.allocation != second.seen.allocation || distance >= first.needs)
        continue;
      Failure failure =
          failure_of_passes(Verdict::memory,
                            Overlap{first.kernel, first.argument, second.argument, first.variable,
                                    second.variable, distance, first.needs},
                            distance > 0 ? "room_of_pieces" : "room_of_arrays");
      failure.array = second.argument;
      failure.given_variable = second.variable;
      return failure;
    }
  }
  return std::nullopt;
}

// The arguments of the kernels that were launched.
std::vector<Room> rooms_of(const Pass& pass, const protocol::PassLog& log, int numNodes,
                           bool is_last) {
  const long numEdges = pass.edges.numEdges();
  const long kept = std::count(pass.keepEdges.begin(), pass.keepEdges.end(), 1);
  const std::string scan = "exclusive_prefix_sum_gpu";
  const std::string filter = "markFilterEdges_gpu";
  const std::string pack = "packGraph_gpu";
  std::vector<Room> rooms = {
      {"check_handshaking_gpu", "strongNeighbor", "strongNeighbor_gpu", log.strongNeighbor,
       numNodes},
      {"check_handshaking_gpu", "matches", "matches_gpu", log.matches, numNodes},
      {filter, "src", "src_gpu", log.src, numEdges},
      {filter, "dst", "dst_gpu", log.dst, numEdges},
      {filter, "matches", "matches_gpu", log.filter_matches, numNodes},
      {filter, "keepEdges", "temp1_gpu", log.keepEdges, numEdges},
      {scan, "oldSum", "temp1_gpu", log.oldSum, numEdges + 1},
      {scan, "newSum", "temp2_gpu", log.newSum, numEdges + 1},
  };
  const std::vector<Room> pack_rooms = {
      {pack, "newSrc", "temp2_gpu", log.pack[0], kept},
      {pack, "oldSrc", "src_gpu", log.pack[1], numEdges},
      {pack, "newDst", "temp3_gpu", log.pack[2], kept},
      {pack, "oldDst", "dst_gpu", log.pack[3], numEdges},
      {pack, "newWeight", "temp4_gpu", log.pack[4], kept},
      {pack, "oldWeight", "weight_gpu", log.pack[5], numEdges},
      {pack, "edgeMap", "temp1_gpu", log.pack[6], numEdges + 1},
  };
  if (!is_last && log.pack_launches > 0)
    rooms.insert(rooms.end(), pack_rooms.begin(), pack_rooms.end());
  rooms.erase(std::remove_if(rooms.begin(), rooms.end(),
                             [&](const Room& room) {
                               return (room.kernel == filter && log.filter_launches == 0) ||
                                      (room.kernel == scan && log.scan_launches == 0);
                             }),
              rooms.end());
  return rooms;
}

}  // namespace

std::optional<Failure> too_little_room(const Pass& pass, const protocol::PassLog& log, int numNodes,
                                       bool is_last,
                                       const std::vector<protocol::AllocationLines>& allocations) {
  const std::vector<Room> rooms = rooms_of(pass, log, numNodes, is_last);
  for (const Room& room : rooms) {
    const int has = room.seen.room;
    if (has >= room.needs) continue;
    const protocol::AllocationLines* const lines = lines_of(allocations, room.seen);
    // An array without room for one element was freed, or its allocation was too small for an int.
    const bool was_freed = lines && has == 0 && lines->bytes >= static_cast<long>(sizeof(int));
    // Bytes after the end are forgiven, but they do not count as room.
    const int told = lines ? std::min(has, static_cast<int>(lines->bytes / sizeof(int))) : has;
    Failure failure = failure_of_passes(Verdict::memory,
                                        TooLittleRoom{room.kernel, room.argument, room.variable,
                                                      told, room.needs, lines && !was_freed},
                                        !lines      ? "no_memory"
                                        : was_freed ? "use_after_free"
                                                    : "room_of_arrays");
    failure.array = room.argument;
    failure.given_variable = lines && !was_freed ? room.variable : "";
    if (lines)
      tell_room(failure, room.variable, *lines, was_freed);
    else
      failure.unset_variable = room.variable;
    for (const protocol::AllocationLines& one : allocations) failure.allocating.push_back(one.made);
    if (!lines) tell_lost(failure, allocations);
    return failure;
  }
  return overlap(rooms);
}

}  // namespace handshake::suite
