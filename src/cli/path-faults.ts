/** Why a path that was named can't be used, by the code of the system's error; another error is about what was done there. */
export const WHY: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EISDIR: 'this is a folder, not a file',
  ENOTDIR: 'not a folder',
  EROFS: 'read-only file system',
  EBADF: 'file descriptor not open',
  ELOOP: 'too many levels of symbolic links',
  ENAMETOOLONG: 'file name too long',
  ENXIO: 'no such device',
}
