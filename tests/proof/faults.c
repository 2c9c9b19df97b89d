/* Lets the n-th call that changes files below one folder fail, or ends the process there.

   Preloaded (LD_PRELOAD) by tests/proof/crash_driver.py, which arms it in a child and nowhere else. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum { WRITES = 1, SYNCS = 2, LOCKS = 4, RENAMES = 8, UNLINKS = 16, OPENS = 32 };

static char folder[4096];
static size_t length;
static long calls, chosen;
static int answer, stays, torn;
static unsigned kinds;

/* From now on the `number`-th call of `which` kinds below `path` fails with `error`; 0: the process is killed there. */
void proof_arm(const char *path, long number, int error, int stays_so, int half, unsigned which) {
    snprintf(folder, sizeof folder, "%s", path);
    length = strlen(folder);
    calls = 0;
    chosen = number;
    answer = error;
    stays = stays_so;
    torn = half;
    kinds = which;
}

long proof_calls(void) { return calls; }

static int below(const char *path) {
    return length && path && strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == 0);
}

static int handle_below(int handle) {
    char link[64], path[4096];
    if (!length) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", handle);
    ssize_t size = readlink(link, path, sizeof path - 1);
    if (size < 0) return 0;
    path[size] = 0;
    return below(path);
}

/* Counts a call; 1 where it must fail. */
static int counted(unsigned kind) {
    if (!(kinds & kind)) return 0;
    calls++;
    return chosen && (calls == chosen || (stays && calls > chosen));
}

static int fail(void) {
    if (!answer) {
        kill(getpid(), SIGKILL);
        for (;;) pause();
    }
    errno = answer;
    return -1;
}

#define NEXT(name, result, ...) \
    static result (*next)(__VA_ARGS__); \
    if (!next) next = (result (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

ssize_t write(int handle, const void *data, size_t size) {
    NEXT(write, ssize_t, int, const void *, size_t);
    if (handle_below(handle) && counted(WRITES)) {
        if (torn && size > 1) next(handle, data, size / 2);
        return fail();
    }
    return next(handle, data, size);
}

ssize_t pwrite(int handle, const void *data, size_t size, off_t place) {
    NEXT(pwrite, ssize_t, int, const void *, size_t, off_t);
    if (handle_below(handle) && counted(WRITES)) {
        if (torn && size > 1) next(handle, data, size / 2, place);
        return fail();
    }
    return next(handle, data, size, place);
}

ssize_t pwrite64(int handle, const void *data, size_t size, off64_t place) {
    NEXT(pwrite64, ssize_t, int, const void *, size_t, off64_t);
    if (handle_below(handle) && counted(WRITES)) {
        if (torn && size > 1) next(handle, data, size / 2, place);
        return fail();
    }
    return next(handle, data, size, place);
}

int ftruncate(int handle, off_t size) {
    NEXT(ftruncate, int, int, off_t);
    return handle_below(handle) && counted(WRITES) ? fail() : next(handle, size);
}

int ftruncate64(int handle, off64_t size) {
    NEXT(ftruncate64, int, int, off64_t);
    return handle_below(handle) && counted(WRITES) ? fail() : next(handle, size);
}

int fsync(int handle) {
    NEXT(fsync, int, int);
    return handle_below(handle) && counted(SYNCS) ? fail() : next(handle);
}

int fdatasync(int handle) {
    NEXT(fdatasync, int, int);
    return handle_below(handle) && counted(SYNCS) ? fail() : next(handle);
}

int flock(int handle, int operation) {
    NEXT(flock, int, int, int);
    return !(operation & LOCK_UN) && handle_below(handle) && counted(LOCKS) ? fail() : next(handle, operation);
}

static int locks(int command, void *argument) {
    return (command == F_SETLK || command == F_SETLKW) && ((struct flock *)argument)->l_type != F_UNLCK;
}

int fcntl(int handle, int command, ...) {
    NEXT(fcntl, int, int, int, ...);
    va_list list;
    va_start(list, command);
    void *argument = va_arg(list, void *);
    va_end(list);
    return locks(command, argument) && handle_below(handle) && counted(LOCKS) ? fail() : next(handle, command, argument);
}

int fcntl64(int handle, int command, ...) {
    NEXT(fcntl64, int, int, int, ...);
    va_list list;
    va_start(list, command);
    void *argument = va_arg(list, void *);
    va_end(list);
    return locks(command, argument) && handle_below(handle) && counted(LOCKS) ? fail() : next(handle, command, argument);
}

int rename(const char *from, const char *to) {
    NEXT(rename, int, const char *, const char *);
    return below(from) && counted(RENAMES) ? fail() : next(from, to);
}

int link(const char *from, const char *to) {
    NEXT(link, int, const char *, const char *);
    return below(to) && counted(RENAMES) ? fail() : next(from, to);
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
    NEXT(linkat, int, int, const char *, int, const char *, int);
    return below(to) && counted(RENAMES) ? fail() : next(from_folder, from, to_folder, to, flags);
}

int unlink(const char *path) {
    NEXT(unlink, int, const char *);
    return below(path) && access(path, F_OK) == 0 && counted(UNLINKS) ? fail() : next(path);
}

#define OPENED(name) \
    int name(const char *path, int flags, ...) { \
        NEXT(name, int, const char *, int, ...); \
        va_list list; \
        va_start(list, flags); \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0; \
        va_end(list); \
        return flags & (O_WRONLY | O_RDWR | O_CREAT) && below(path) && counted(OPENS) ? fail() : next(path, flags, mode); \
    }

OPENED(open)
OPENED(open64)
