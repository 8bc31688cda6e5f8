import { open, rename, rm } from 'node:fs/promises'

/** Writes a file whole or not at all: it takes its name when the last byte is there. */
export async function writeChunks(path: string, chunks: AsyncIterable<string | Uint8Array>): Promise<void> {
  const unfinished = `${path}.${process.pid}.part`
  const file = await open(unfinished, 'w', 0o600)
  try {
    for await (const chunk of chunks) await file.write(Buffer.from(chunk as string))
    await file.close()
    await rename(unfinished, path)
  } catch (error) {
    await file.close().catch(() => {})
    await rm(unfinished, { force: true })
    throw error
  }
}
