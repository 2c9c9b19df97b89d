/* The functions of complex numbers, which are stubs in Wine 8 and which numpy asks for when it is loaded.
 *
 * The structs are those that Microsoft's library has in their place; its long double is a double.
 */
#include <complex.h>

typedef struct { double parts[2]; } pair;
typedef struct { float parts[2]; } small;

static double complex of_pair(pair z) { return __builtin_complex(z.parts[0], z.parts[1]); }
static double complex of_small(small z) { return __builtin_complex((double)z.parts[0], (double)z.parts[1]); }
static pair to_pair(double complex z) { pair made = {{creal(z), cimag(z)}}; return made; }
static small to_small(double complex z) { small made = {{(float)creal(z), (float)cimag(z)}}; return made; }
static double complex_norm(double complex z) { return creal(z) * creal(z) + cimag(z) * cimag(z); }

#define COMPLEX(name) \
    pair our_##name(pair z) { return to_pair(name(of_pair(z))); } \
    pair our_##name##l(pair z) { return to_pair(name(of_pair(z))); } \
    small our_##name##f(small z) { return to_small(name(of_small(z))); }
#define REAL(name, value) \
    double our_##name(pair z) { return value(of_pair(z)); } \
    double our_##name##l(pair z) { return value(of_pair(z)); } \
    float our_##name##f(small z) { return (float)value(of_small(z)); }

COMPLEX(cacos) COMPLEX(cacosh) COMPLEX(casin) COMPLEX(casinh) COMPLEX(catan) COMPLEX(catanh)
COMPLEX(ccos) COMPLEX(ccosh) COMPLEX(csin) COMPLEX(csinh) COMPLEX(ctan) COMPLEX(ctanh)
COMPLEX(cexp) COMPLEX(clog) COMPLEX(csqrt) COMPLEX(conj) COMPLEX(cproj)
REAL(cabs, cabs) REAL(carg, carg) REAL(cimag, cimag) REAL(creal, creal) REAL(norm, complex_norm)

pair our_cpow(pair z, pair w) { return to_pair(cpow(of_pair(z), of_pair(w))); }
pair our_cpowl(pair z, pair w) { return to_pair(cpow(of_pair(z), of_pair(w))); }
small our_cpowf(small z, small w) { return to_small(cpow(of_small(z), of_small(w))); }
