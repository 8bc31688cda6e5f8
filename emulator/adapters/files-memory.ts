import { type FileHandle, type Files, sumOf } from './files.js'
import { type GrowingBytes, growingBytes } from './growing-bytes.js'

/** Files that live as long as the process: the same store without a disk. */
export function createMemoryFiles(): Files {
  const contents = new Map<string, GrowingBytes>()
  // With a thousand organisations, looking through all paths for those of a folder would take longer than all else.
  const names = folderNames()
  const put = (path: string, bytes: GrowingBytes): void => {
    if (!contents.has(path)) names.add(path)
    contents.set(path, bytes)
  }
  const drop = (path: string): void => {
    if (contents.delete(path)) names.remove(path)
  }
  return {
    async open(path) {
      const bytes = contents.get(path) ?? growingBytes()
      put(path, bytes)
      return memoryHandle(bytes)
    },
    findSize: async (path) => contents.get(path)?.size,
    findAll: async (path) => {
      const bytes = contents.get(path)
      return bytes?.slice(0, bytes.size)
    },
    findSumSync: (path) => {
      const bytes = contents.get(path)
      return bytes && sumOf(bytes.slice(0, bytes.size))
    },
    async writeAtomically(path, bytes) {
      put(path, growingBytes(bytes))
    },
    async rename(from, to) {
      put(to, contents.get(from)!)
      drop(from)
    },
    async remove(path) {
      drop(path)
    },
    async removeFolder(folder) {
      for (const path of names.below(folder)) drop(path)
    },
    list: async (folder) => names.list(folder),
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

/** Which names lie right below each folder, and how many paths each of them leads to. */
function folderNames() {
  const folders = new Map<string, Map<string, number>>()
  const count = (path: string, by: 1 | -1): void => {
    for (let at = path.lastIndexOf('/'), end = path.length; at > 0; end = at, at = path.lastIndexOf('/', at - 1)) {
      const folder = path.slice(0, at)
      const names = folders.get(folder) ?? new Map<string, number>()
      const name = path.slice(at + 1, end)
      const paths = (names.get(name) ?? 0) + by
      if (paths > 0) names.set(name, paths)
      else names.delete(name)
      if (names.size > 0) folders.set(folder, names)
      else folders.delete(folder)
    }
  }
  const below = (folder: string): string[] =>
    [...(folders.get(folder)?.keys() ?? [])].flatMap((name) => {
      const path = `${folder}/${name}`
      return folders.has(path) ? below(path) : [path]
    })
  return {
    add: (path: string) => count(path, 1),
    remove: (path: string) => count(path, -1),
    list: (folder: string) => [...(folders.get(folder)?.keys() ?? [])].sort(),
    below,
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
