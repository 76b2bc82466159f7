// As in C, each inclusion of this header reads NDEBUG anew.
#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) ((condition) ? (void)0 : __xk_assert_failed())
#endif
