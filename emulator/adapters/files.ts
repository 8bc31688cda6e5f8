import { crc32 } from 'node:zlib'

/** A file held open: appended at its end, read anywhere. */
export interface FileHandle {
  /** Bytes in the file, as far as this handle wrote them. */
  readonly size: number
  append(bytes: Uint8Array): Promise<void>
  /** Resolves when bytes and size are on the medium. */
  datasync(): Promise<void>
  truncate(size: number): Promise<void>
  /** Up to `length` bytes from `offset`; fewer at the end of the file. They may be put into `room`, which has at least that length. */
  read(offset: number, length: number, room?: Uint8Array): Promise<Uint8Array>
  readSync(offset: number, length: number): Uint8Array
  close(): Promise<void>
}

/** What tells the bytes of a file from others. */
export interface FileSum {
  size: number
  crc: number
}

/** All the disk the store knows. Paths are joined with '/'; missing files are `undefined`, other errors throw. */
export interface Files {
  /** Opens for reading and appending; creates the file (mode 0600) when missing. */
  open(path: string): Promise<FileHandle>
  findSize(path: string): Promise<number | undefined>
  findAll(path: string): Promise<Uint8Array | undefined>
  /** Size and CRC-32 of a small file, read at once: of thousands of them, asking and waiting would take longer than reading. */
  findSumSync(path: string): FileSum | undefined
  /** Temporary file, sync, rename, sync of the folder: afterwards the new bytes are on the medium, before it the old. */
  writeAtomically(path: string, bytes: Uint8Array): Promise<void>
  /** Within a folder; takes the place of what is there. Durable once the folder is synced, and until then one of the two. */
  rename(from: string, to: string): Promise<void>
  /** Fine when it is missing. */
  remove(path: string): Promise<void>
  /** A folder with all it holds; at any moment all of it is there under its name, or nothing. */
  removeFolder(folder: string): Promise<void>
  /** Names in a folder, sorted; none when the folder is missing. */
  list(folder: string): Promise<string[]>
  /** With its parents, mode 0700, synced into the parent; fine when it exists. */
  makeFolder(folder: string): Promise<void>
  /** Makes created, renamed and removed names durable. */
  syncFolder(folder: string): Promise<void>
}

/** The sum of some bytes. */
export function sumOf(bytes: Uint8Array): FileSum {
  return { size: bytes.length, crc: crc32(bytes) }
}
