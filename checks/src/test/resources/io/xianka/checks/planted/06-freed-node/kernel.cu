// Every thread makes a node, frees it, and reads it once more.

struct Node {
    int value;
    int next;
};

extern "C" __global__ void pop(int *y)
{
    volatile Node *node = static_cast<volatile Node *>(malloc(sizeof(Node)));
    node->value = threadIdx.x;
    node->next = -1;
    free(const_cast<Node *>(node));
    y[threadIdx.x] = node->value;
}
