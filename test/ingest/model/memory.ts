import { RunLockedError } from '../../../src/ingest/errors.js'
import type {
  InputFile,
  JournalStore,
  Ports,
  PushOptions,
  PushTarget,
  RejectsFile,
  RunOptions,
} from '../../../src/ingest/index.js'
import { planPush, runPush } from '../../../src/ingest/index.js'
import type { ServiceModel } from './service.js'

export const TARGET: PushTarget = {
  groupId: '1',
  sourceId: '2',
  fields: [{ id: '7', text: 'What went well?', acceptsText: true }],
  keyId: 'EMU0000001',
}

/** A file of bytes, read in chunks of a given size; a chunk is written over when the next one is asked for. */
export function memoryFile(name: string, bytes: Uint8Array, chunkSize = 64 * 1024): InputFile {
  return {
    name,
    size: bytes.length,
    async *stream() {
      for (let from = 0; from < bytes.length; from += chunkSize) {
        const chunk = Buffer.from(bytes.subarray(from, from + chunkSize))
        yield chunk
        chunk.fill(0xff)
      }
    },
    readRange: async (start, length) => bytes.subarray(start, start + length),
    identity: async () => String(bytes.length),
    close: async () => undefined,
  }
}

export interface MemoryDisk {
  files: Map<string, Uint8Array>
  journals: Map<string, string>
  locked: Set<string>
  rejects: Map<string, string>
  now: number
  chunkSize: number
  /** Called before every journal write; throw to crash there. */
  beforeWrite?(name: string, text: string): void
}

/** A disk in memory: files, journals and rejects in maps. */
export function createMemoryDisk(files: Record<string, string | Uint8Array> = {}): MemoryDisk {
  const bytes = Object.entries(files).map(([name, content]) => [name, Buffer.from(content)] as const)
  return {
    files: new Map(bytes),
    journals: new Map(),
    locked: new Set(),
    rejects: new Map(),
    now: 1_750_000_000_000,
    chunkSize: 64 * 1024,
  }
}

export function portsOf(disk: MemoryDisk): Ports {
  return {
    now: () => disk.now,
    openFile: async (path) => {
      const bytes = disk.files.get(path)
      if (!bytes) throw new Error(`no file ${path}`)
      return memoryFile(path, bytes, disk.chunkSize)
    },
  }
}

export function journalOf(disk: MemoryDisk): JournalStore {
  return {
    read: async (name) => disk.journals.get(name),
    append: async (name, text) => {
      disk.beforeWrite?.(name, text)
      disk.journals.set(name, (disk.journals.get(name) ?? '') + text)
    },
    write: async (name, text) => {
      disk.beforeWrite?.(name, text)
      disk.journals.set(name, text)
    },
    lock: async (name) => {
      if (disk.locked.has(name)) throw new RunLockedError(name, undefined)
      disk.locked.add(name)
      return async () => {
        disk.locked.delete(name)
      }
    },
  }
}

function rejectsOf(disk: MemoryDisk): (path: string) => Promise<RejectsFile> {
  return async (path) => {
    disk.rejects.set(path, '')
    return {
      write: async (text) => {
        disk.rejects.set(path, disk.rejects.get(path) + text)
      },
      close: async () => undefined,
    }
  }
}

/** How a run reaches a disk and a service. */
export function runOptions(disk: MemoryDisk, service: ServiceModel, more: Partial<RunOptions> = {}): RunOptions {
  return {
    client: service.client,
    target: TARGET,
    journal: journalOf(disk),
    openRejects: rejectsOf(disk),
    ...portsOf(disk),
    sleep: async () => undefined,
    ...more,
  }
}

/** Plans and runs in one go. */
export async function push(
  disk: MemoryDisk,
  service: ServiceModel,
  options: PushOptions,
  more: Partial<RunOptions> = {},
) {
  const plan = await planPush(options, portsOf(disk))
  return runPush(plan, runOptions(disk, service, more))
}
