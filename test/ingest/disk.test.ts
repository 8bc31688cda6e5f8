import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readChunks } from '../../src/ingest/disk.js'

describe('the chunks of a file', () => {
  it('are all of its bytes in order, each of them whole until the next one is asked for, and no more of it than asked for', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'chunks-'))
    const bytes = Buffer.from(Uint32Array.from({ length: 120_000 }, (_, index) => index).buffer)
    await writeFile(join(folder, 'file'), bytes)
    const handle = await open(join(folder, 'file'))
    const parts: Buffer[] = []
    for await (const chunk of readChunks(handle, Number.POSITIVE_INFINITY)) parts.push(Buffer.from(chunk))
    expect(parts.length).toBeGreaterThan(2)
    expect(Buffer.concat(parts).equals(bytes)).toBe(true)
    for await (const chunk of readChunks(handle, Number.POSITIVE_INFINITY)) {
      expect(chunk[4]).toBe(1)
      break
    }
    const first: Buffer[] = []
    for await (const chunk of readChunks(handle, 200_001)) first.push(Buffer.from(chunk))
    expect(Buffer.concat(first).equals(bytes.subarray(0, 200_001))).toBe(true)
    await handle.close()
    await rm(folder, { recursive: true })
  })
})
