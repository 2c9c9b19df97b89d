/* What an AppImage begins with: it mounts the file system (squashfs) behind it in its own file, and starts the program
   AppRun in it. The file system is unmounted when the program has ended. Where nothing can be mounted, it is unpacked
   into a temporary folder for that time instead.

   The format is type 2 of the AppImage specification. .ci/package/appimage.py compiles this and joins both parts. */
#define _GNU_SOURCE
#include <squashfuse/ll.h>

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define NAME "AppImage"

/* The library asks for this. It is under the GPL, and no AppImage of ours is compressed so. */
int lzo1x_decompress_safe(void) { return -1; }

static const char HELP[] =
    "Options of the AppImage; all others are those of the program:\n"
    "  --appimage-extract          unpack it into the folder squashfs-root here\n"
    "  --appimage-extract-and-run  unpack it, start it, and remove what was unpacked when it has ended\n"
    "  --appimage-mount            mount it, print where, and keep it so until Ctrl+C is pressed\n"
    "  --appimage-offset           print where the file system begins in the file\n"
    "  --appimage-version          print what this part of the AppImage is\n";

/* Say what failed and why, and end. */
static void fail(const char *what, const char *name) {
    fprintf(stderr, NAME ": %s %s: %s\n", what, name, strerror(errno));
    exit(127);
}

/* The place of the file system in the file: behind the table of sections, which is the end of this program. */
static size_t offset_in(const char *file) {
    Elf64_Ehdr header;
    int descriptor = open(file, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0 || read(descriptor, &header, sizeof header) != (ssize_t)sizeof header) fail("Cannot read", file);
    close(descriptor);
    return header.e_shoff + (size_t)header.e_shentsize * header.e_shnum;
}

static void open_image(sqfs *image, const char *file, size_t offset) {
    errno = EINVAL;
    if (sqfs_open_image(image, file, offset) != SQFS_OK) fail("There is no file system in", file);
}

/* --- Unpacking --- */

static void unpack_file(sqfs *image, sqfs_inode *inode, const char *target) {
    static char block[1 << 20];
    int descriptor = open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (descriptor < 0) fail("Cannot write", target);
    for (sqfs_off_t place = 0; (uint64_t)place < inode->xtra.reg.file_size;) {
        sqfs_off_t size = sizeof block;
        errno = EIO;
        if (sqfs_read_range(image, inode, place, &size, block) != SQFS_OK || size <= 0) fail("Cannot unpack", target);
        for (sqfs_off_t done = 0; done < size;) {
            ssize_t written = write(descriptor, block + done, size - done);
            if (written < 0) fail("Cannot write", target);
            done += written;
        }
        place += size;
    }
    if (fchmod(descriptor, inode->base.mode & 0777) || close(descriptor)) fail("Cannot write", target);
}

/* Unpack everything into a folder that is there. */
static void unpack(const char *file, size_t offset, const char *folder) {
    sqfs image;
    sqfs_traverse walk;
    sqfs_err error = SQFS_OK;
    open_image(&image, file, offset);
    if (sqfs_traverse_open(&walk, &image, sqfs_inode_root(&image)) != SQFS_OK) fail("Cannot read", file);
    while (sqfs_traverse_next(&walk, &error)) {
        if (walk.dir_end) continue;
        char target[PATH_MAX], link[PATH_MAX];
        size_t size = sizeof link;
        sqfs_inode inode;
        errno = EIO;
        if (snprintf(target, sizeof target, "%s/%s", folder, walk.path) >= (int)sizeof target ||
            sqfs_inode_get(&image, &inode, walk.entry.inode) != SQFS_OK)
            fail("Cannot unpack", walk.path);
        if (S_ISDIR(inode.base.mode)) {
            if (mkdir(target, 0755) && errno != EEXIST) fail("Cannot make", target);
        } else if (S_ISLNK(inode.base.mode)) {
            unlink(target);
            if (sqfs_readlink(&image, &inode, link, &size) != SQFS_OK || symlink(link, target)) fail("Cannot make", target);
        } else if (S_ISREG(inode.base.mode)) {
            unpack_file(&image, &inode, target);
        }
    }
    errno = EIO;
    if (error != SQFS_OK) fail("Cannot unpack", file);
    sqfs_traverse_close(&walk);
    sqfs_destroy(&image);
    sqfs_fd_close(image.fd);
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *where) {
    (void)about, (void)kind, (void)where;
    return remove(path);
}

/* --- Mounting --- */

static struct fuse_lowlevel_ops OPERATIONS = {
    .getattr = sqfs_ll_op_getattr, .opendir = sqfs_ll_op_opendir, .releasedir = sqfs_ll_op_releasedir,
    .readdir = sqfs_ll_op_readdir, .lookup = sqfs_ll_op_lookup,   .open = sqfs_ll_op_open,
    .create = sqfs_ll_op_create,   .release = sqfs_ll_op_release, .read = sqfs_ll_op_read,
    .readlink = sqfs_ll_op_readlink, .listxattr = sqfs_ll_op_listxattr, .getxattr = sqfs_ll_op_getxattr,
    .forget = sqfs_ll_op_forget,   .statfs = stfs_ll_op_statfs,
};

struct mounted {
    const char *folder;
    int users; /* the end of a pipe whose other end the program and what it starts have open */
};

/* Wait for the end of the program, then unmount as soon as nothing uses the file system any more. */
static void *unmount_later(void *given) {
    const struct mounted *mounted = given;
    char nothing;
    while (read(mounted->users, &nothing, 1) < 0 && errno == EINTR) {}
    for (;;) {
        int status;
        if (!umount2(mounted->folder, 0)) return NULL; /* as root; others need a program that may */
        pid_t child = fork();
        if (child == 0) {
            execlp("fusermount3", "fusermount3", "-u", mounted->folder, (char *)NULL);
            execlp("fusermount", "fusermount", "-u", mounted->folder, (char *)NULL);
            _exit(127);
        }
        if (child > 0 && waitpid(child, &status, 0) == child && status == 0) return NULL;
        sleep(1);
    }
}

/* Serve the file system in ``folder`` until it is unmounted. Writes to ``ready`` once it can be used. */
static int serve(const char *file, size_t offset, const char *folder, int ready, int users) {
    sqfs_ll image;
    sqfs_ll_chan channel;
    struct mounted mounted = {folder, users};
    pthread_t thread;
    char *words[] = {NAME, "-o", "ro,nosuid,nodev,subtype=squashfuse", NULL};
    struct fuse_args arguments = FUSE_ARGS_INIT(3, words);
    memset(&image, 0, sizeof image);
    open_image(&image.fs, file, offset);
    if (sqfs_ll_init(&image) != SQFS_OK) return 1;
    int null = open("/dev/null", O_RDWR);
    for (int stream = 0; stream < 3; stream++) dup2(null, stream); /* who reads what the program writes sees its end */
    if (sqfs_ll_mount(&channel, folder, &arguments, &OPERATIONS, sizeof OPERATIONS, &image) != SQFS_OK) return 1;
    setsid(); /* Ctrl+C in the terminal is for the program */
    if (pthread_create(&thread, NULL, unmount_later, &mounted) || write(ready, "", 1) != 1) return 1;
    close(ready);
    fuse_session_loop(channel.session);
    sqfs_ll_unmount(&channel, folder);
    rmdir(folder);
    return 0;
}

/* Mount the file system in ``folder``; whether that succeeded. A process of its own serves it while this program, or
   one that it starts, runs. */
static bool mount_image(const char *file, size_t offset, const char *folder) {
    int ready[2], users[2];
    char told;
    if (access("/dev/fuse", R_OK | W_OK)) return false;
    if (pipe(ready) || pipe(users)) fail("Cannot mount", file);
    pid_t child = fork();
    if (child < 0) fail("Cannot mount", file);
    if (child == 0) {
        if (fork()) _exit(0); /* it is nobody's child, or the program would have one that it does not know */
        close(ready[0]);
        close(users[1]);
        _exit(serve(file, offset, folder, ready[1], users[0]));
    }
    waitpid(child, NULL, 0);
    close(ready[1]);
    close(users[0]);
    bool mounted = read(ready[0], &told, 1) == 1;
    close(ready[0]);
    if (!mounted) close(users[1]);
    return mounted;
}

/* --- Starting --- */

/* Start AppRun in ``folder``; it returns only in a child, if it cannot be started. */
static void start(const char *folder, const char *file, char **words) {
    char program[PATH_MAX], here[PATH_MAX];
    snprintf(program, sizeof program, "%s/AppRun", folder);
    setenv("APPIMAGE", file, 1);
    setenv("APPDIR", folder, 1);
    setenv("ARGV0", words[0], 1);
    if (getcwd(here, sizeof here)) setenv("OWD", here, 1);
    execv(program, words);
    fail("Cannot start", program);
}

/* Start what was unpacked into ``folder``, wait for its end, and remove the folder; the exit code of the program. */
static int start_unpacked(const char *folder, const char *file, char **words) {
    int status;
    pid_t child = fork();
    if (child < 0) fail("Cannot start", file);
    if (child == 0) start(folder, file, words);
    signal(SIGINT, SIG_IGN); /* the program decides what that means */
    signal(SIGTERM, SIG_IGN);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int main(int count, char **words) {
    char file[PATH_MAX], folder[PATH_MAX];
    const char *temporary = getenv("TMPDIR"), *option = count > 1 ? words[1] : "";
    bool unpacks = getenv("APPIMAGE_EXTRACT_AND_RUN") != NULL;
    ssize_t size = readlink("/proc/self/exe", file, sizeof file - 1);
    if (size < 0) fail("Cannot find", words[0]);
    file[size] = '\0';
    size_t offset = offset_in(file);
    if (!strcmp(option, "--appimage-help")) return fputs(HELP, stdout) < 0;
    if (!strcmp(option, "--appimage-version")) return puts("Quatre Vents, AppImage type 2") < 0;
    if (!strcmp(option, "--appimage-offset")) return printf("%zu\n", offset) < 0;
    if (!strcmp(option, "--appimage-extract")) {
        if (mkdir("squashfs-root", 0755) && errno != EEXIST) fail("Cannot make", "squashfs-root");
        unpack(file, offset, "squashfs-root");
        return puts("squashfs-root") < 0;
    }
    if (!strcmp(option, "--appimage-extract-and-run")) {
        unpacks = true;
        words[1] = words[0];
        words++;
    }
    snprintf(folder, sizeof folder, "%s/.mount_quatreXXXXXX", temporary && *temporary ? temporary : "/tmp");
    if (!mkdtemp(folder)) fail("Cannot make", folder);
    if (!unpacks && mount_image(file, offset, folder)) {
        if (!strcmp(option, "--appimage-mount")) {
            puts(folder);
            fflush(stdout);
            pause();
            return 0;
        }
        start(folder, file, words);
    }
    if (!strcmp(option, "--appimage-mount")) fail("Cannot mount", file);
    unpack(file, offset, folder);
    return start_unpacked(folder, file, words);
}
