import type { FileHandle, Files } from './files.js'
import { type GrowingBytes, growingBytes } from './growing-bytes.js'

/** Files that live as long as the process: the same store without a disk. */
export function createMemoryFiles(): Files {
  const contents = new Map<string, GrowingBytes>()
  return {
    async open(path) {
      const bytes = contents.get(path) ?? growingBytes()
      contents.set(path, bytes)
      return memoryHandle(bytes)
    },
    findSize: async (path) => contents.get(path)?.size,
    findAll: async (path) => {
      const bytes = contents.get(path)
      return bytes?.slice(0, bytes.size)
    },
    async writeAtomically(path, bytes) {
      contents.set(path, growingBytes(bytes))
    },
    async remove(path) {
      contents.delete(path)
    },
    async removeFolder(folder) {
      for (const path of [...contents.keys()]) if (path.startsWith(`${folder}/`)) contents.delete(path)
    },
    list: async (folder) => namesIn(folder, contents.keys()),
    makeFolder: async () => undefined,
    syncFolder: async () => undefined,
  }
}

function memoryHandle(bytes: GrowingBytes): FileHandle {
  return {
    get size() {
      return bytes.size
    },
    append: async (more) => bytes.append(more),
    datasync: async () => undefined,
    truncate: async (size) => bytes.resize(size),
    read: async (offset, length) => bytes.slice(offset, length),
    readSync: (offset, length) => bytes.slice(offset, length),
    close: async () => undefined,
  }
}

/** Names right below `folder`, folders included, each once and sorted. */
export function namesIn(folder: string, paths: Iterable<string>): string[] {
  const names = new Set<string>()
  for (const path of paths) {
    if (path.startsWith(`${folder}/`)) names.add(path.slice(folder.length + 1).split('/')[0]!)
  }
  return [...names].sort()
}
