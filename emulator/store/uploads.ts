import type { FileHandle, Files } from '../adapters/files.js'

/** A file that is being received. */
export interface UploadWriter {
  readonly name: string
  append(bytes: Uint8Array): Promise<void>
  /** Resolves when the file is on the medium under its name. */
  end(): Promise<void>
}

/** Files that were uploaded and whose rows are not all stored yet. What the state names none of is no one's. */
export interface Uploads {
  begin(): Promise<UploadWriter>
  /** Undefined if there is none of this name. */
  find(name: string): Promise<FileHandle | undefined>
  /** The state names it from now on. */
  adopt(name: string): void
  remove(name: string): Promise<void>
  /** Removes all but these and those that are being received. */
  removeAllBut(names: readonly string[]): Promise<void>
}

/** Uploads in a folder of their own; those a crash left behind, which no answer named, are removed. */
export async function openUploads(folder: string, files: Files, kept: readonly string[]): Promise<Uploads> {
  await files.makeFolder(folder)
  const receiving = new Set<string>()
  let last = Math.max(0, ...(await files.list(folder)).map((name) => Number(name.replace(/\D/g, ''))))
  const removeAllBut = async (names: readonly string[]) => {
    const stay = new Set([...names, ...receiving])
    for (const name of await files.list(folder)) if (!stay.has(name)) await files.remove(`${folder}/${name}`)
  }
  await removeAllBut(kept)
  return {
    async begin() {
      last += 1
      const name = `upload-${last}`
      receiving.add(name)
      const handle = await files.open(`${folder}/${name}`)
      return {
        name,
        append: (bytes) => handle.append(bytes),
        async end() {
          await handle.datasync()
          await handle.close()
          await files.syncFolder(folder)
        },
      }
    },
    async find(name) {
      const path = `${folder}/${name}`
      return (await files.findSize(path)) === undefined ? undefined : files.open(path)
    },
    adopt: (name) => void receiving.delete(name),
    async remove(name) {
      receiving.delete(name)
      await files.remove(`${folder}/${name}`)
    },
    removeAllBut,
  }
}
