import type { ItemLosses } from '../contract/facts/losses.js'

/** A file to read. Streams can be opened more than once: a push reads it to plan, and again to send. */
export interface InputFile {
  name: string
  size: number
  /** A chunk is valid only until the next one is asked for: its bytes are then overwritten. */
  stream(): AsyncIterable<Uint8Array>
  /** Up to `length` bytes from `start`; fewer only at the end of the file. */
  readRange(start: number, length: number): Promise<Uint8Array>
  /** Size and time of change now, to notice a file that changes while it is pushed. */
  identity(): Promise<string>
  close(): Promise<void>
}

/** What planning needs from outside. */
export interface Ports {
  openFile(path: string): Promise<InputFile>
  now(): number
  /** What the service can't carry of an item, in a push to several fields or to one, where facts say that. */
  lossesOf?: ItemLosses | undefined
}

/** Named append-only texts with locks: the folder of run journals, or memory in tests. */
export interface JournalStore {
  /** The whole text; undefined if there is none. */
  read(name: string): Promise<string | undefined>
  /** Adds text at the end; with `sync` it is on the disk when the promise resolves. */
  append(name: string, text: string, sync: boolean): Promise<void>
  /** Replaces the whole text, atomically. */
  write(name: string, text: string): Promise<void>
  /** Refuses with `RunLockedError` while another live process holds it; resolves to its release. */
  lock(name: string, wait?: LockWait): Promise<() => Promise<void>>
}

/** A wait for an owner that can't be seen from here, in another container, say: it lasts up to 10 s. */
export interface LockWait {
  /** Ends the wait: rejects with its reason. */
  signal?: AbortSignal
  /** Called once when the wait starts. */
  onWatch?(): void
}

/** A text file written from its start, for rejected rows. */
export interface RejectsFile {
  /** Its path, where that is not the one asked for. */
  path?: string
  /** Where what was at its path is now, and why that was not written over. */
  kept?: { kind: 'corrected_rejects' | 'other_rejects'; path: string }
  write(text: string): Promise<void>
  close(): Promise<void>
}
