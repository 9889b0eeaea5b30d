#!/bin/sh
# Runs a command where programs for Linux on arm64 run too, each on an emulated processor, and so do programs that
# these start: in a namespace of users of its own, to which the kernel (6.7 or newer) restricts what is registered.
# Status 77 says that this cannot be done here, and the reason is on stderr.
set -eu
emulator=$(command -v "${EMULATOR:-qemu-aarch64-static}") || {
    echo "qemu-aarch64-static is missing: apt-get install qemu-user-static" >&2
    exit 77
}
if [ "${1:-}" = -inside ]; then
    shift
    mount -t binfmt_misc none /proc/sys/fs/binfmt_misc || exit 77
    # An ELF file of 64 bits, of type 2 or 3, for machine 183. F opens the emulator now, P gives programs their own name.
    zeros='\x00\x00\x00\x00\x00\x00\x00\x00'
    printf '%s' ":arm64:M::\x7fELF\x02\x01\x01\x00$zeros\x02\x00\xb7\x00:\xff\xff\xff\xff\xff\xff\xff\x00$(
        )\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:$emulator:FP" >/proc/sys/fs/binfmt_misc/register || exit 77
    exec "$@"
fi
if ! unshare --user --map-root-user --mount sh -c 'mount -t binfmt_misc none /proc/sys/fs/binfmt_misc &&
    [ "$(ls /proc/sys/fs/binfmt_misc | wc -l)" = 2 ]' 2>/dev/null; then
    echo "a binfmt_misc of its own needs namespaces of users and Linux 6.7" >&2
    exit 77
fi
exec unshare --user --map-root-user --mount "$0" -inside "$@"
