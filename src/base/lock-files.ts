import {
  closeSync,
  fstatSync,
  futimesSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'

/** A lock file as a reader finds it. */
export interface FoundLock {
  /** Empty if it is just being written, or may not be read. */
  text: string
  /** Changes whenever its owner renews it. */
  stamp: string
}

/** A lock file that this process made. It means that very file, also when another has got its name. */
export interface OwnLock {
  /** Makes its stamp another one. */
  renew(): void
  close(): void
}

/** The disk under locks; tests bring their own. */
export interface LockFiles {
  list(folder: string): Promise<string[]>
  /** Undefined when missing. */
  read(path: string): Promise<FoundLock | undefined>
  /** Undefined if the name is taken, whoever took it and from whatever machine. */
  create(path: string, text: string): Promise<OwnLock | undefined>
  /** Fine when it is missing. */
  remove(path: string): Promise<void>
}

/** The disk. Each call is one or a few system calls on a small file, so they are made at once: that is ten times cheaper. */
export const REAL_LOCK_FILES: LockFiles = {
  list: async (folder) => readdirSync(folder),
  read: async (path) => readLock(path),
  create: async (path, text) => createLock(path, text),
  remove: async (path) => rmSync(path, { force: true }),
}

/** A network file system may answer `stat` from memory, but asks its server when a file is opened. */
function readLock(path: string): FoundLock | undefined {
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    return { stamp: String(fstatSync(file).mtimeMs), text: readFileSync(file, 'utf8') }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ESTALE') return undefined
    if (code === 'EACCES' || code === 'EPERM') return stampOf(path)
    if (code === 'EISDIR') throw new Error(`${path} is a folder, but should be a lock file; remove it and start again`)
    throw error
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** Another user's lock: whether it moves can be seen anyway. */
function stampOf(path: string): FoundLock | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && { text: '', stamp: String(found.mtimeMs) }
}

function createLock(path: string, text: string): OwnLock | undefined {
  try {
    const file = openSync(path, 'wx', 0o600)
    try {
      writeSync(file, text)
    } catch (error) {
      closeSync(file)
      rmSync(path, { force: true })
      throw error
    }
    // Counted on rather than read: a clock may stand still or go back.
    let seconds = Math.floor(fstatSync(file).mtimeMs / 1_000)
    return {
      renew() {
        seconds += 1
        futimesSync(file, seconds, seconds)
      },
      close: () => closeSync(file),
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined
    throw error
  }
}
