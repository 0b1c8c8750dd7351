// `new` runs a constructor of the host.
struct Node {
  int value;
  Node() : value(1) {}
};

__global__ void k(int* p) {
  Node* node = new Node;  // REFUSED
  p[0] = node->value;
  delete node;
}
