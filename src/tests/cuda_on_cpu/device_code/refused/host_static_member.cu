// A static member is a variable of the host.
struct Settings {
  static int threads;
};
int Settings::threads = 256;

__global__ void k(int* p) {
  p[0] = Settings::threads;  // REFUSED
}
