/* A clock of the day that can be moved: the seconds in CLOCK_OFFSET_FILE (eight bytes) are added to it. Loaded by LD_PRELOAD.
   The monotonic clock, by which programs wait, goes on as it is, as when an operator or a time server sets a machine's clock. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long moved(void) {
    static long *seconds;
    if (!seconds) {
        const char *path = getenv("CLOCK_OFFSET_FILE");
        int file = path ? open(path, O_RDONLY) : -1;
        void *found = file < 0 ? MAP_FAILED : mmap(NULL, sizeof(long), PROT_READ, MAP_SHARED, file, 0);
        if (file >= 0) close(file);
        if (found == MAP_FAILED) return 0;
        seconds = found;
    }
    return *(volatile long *)seconds;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int failed = (int)syscall(SYS_clock_gettime, clock, now);
    if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += moved();
    return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    int failed = (int)syscall(SYS_gettimeofday, now, zone);
    if (!failed && now) now->tv_sec += moved();
    return failed;
}

time_t time(time_t *now) {
    struct timespec found;
    clock_gettime(CLOCK_REALTIME, &found);
    if (now) *now = found.tv_sec;
    return found.tv_sec;
}
