// attack: escape
// root: host
// what: connects to this machine, to others, and to sockets without a name in the file system
// list: 27
// quick: yes
#include <arpa/inet.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  for (const char* host : {"127.0.0.1", "169.254.169.254", "192.0.2.1"}) {
    sockaddr_in to = {};
    to.sin_family = AF_INET;
    to.sin_port = htons(@PORT@);
    inet_pton(AF_INET, host, &to.sin_addr);
    const int out = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(out, reinterpret_cast<sockaddr*>(&to), sizeof to) == 0) send(out, "seen", 4, 0);
  }
  sockaddr_un named = {AF_UNIX, ""};
  strcpy(named.sun_path + 1, "@MARK@");
  const socklen_t length = sizeof(sa_family_t) + 1 + strlen("@MARK@");
  const int local = socket(AF_UNIX, SOCK_STREAM, 0);
  if (connect(local, reinterpret_cast<sockaddr*>(&named), length) == 0) send(local, "seen", 4, 0);
  _exit(0);
}
