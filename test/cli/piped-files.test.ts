import { execFileSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type TranscriptRow, wordsOf } from '../transcripts/row.js'
import { ROWS } from '../transcripts/rows.js'
import { openStageFor } from '../transcripts/stage.js'

/** The stage's files, any of which a line may read. */
const FILE = /^(?:.*=)?@?([\w-]+\.(?:json|csv|txt|yaml|xlsx))$/

interface Read {
  name: string
  row: TranscriptRow
  line: string
  file: string
}

/** Every line of the transcripts that reads a file. What writes one, or a whole folder, is left out. */
const READING: Read[] = Object.entries(ROWS)
  .filter(([name]) => name !== 'emulator export')
  .flatMap(([name, row]) => {
    const file = wordsOf(row.succeeds).flatMap((word) => FILE.exec(word)?.[1] ?? [])[0]
    return file === undefined ? [] : [{ name, row, line: row.succeeds, file }]
  })

async function runWith(read: Read, isPipe: boolean) {
  const stage = await openStageFor(read.row, read.line)
  const path = join(stage.cwd, read.file)
  if (!existsSync(path)) throw new Error(`${read.name} reads no ${read.file}`)
  const content = readFileSync(path)
  let feeding: Promise<void> | undefined
  if (isPipe) {
    rmSync(path)
    execFileSync('mkfifo', [path])
    feeding = feed(path, content)
  }
  try {
    return await stage.run(read.line, read.row.around?.(stage))
  } finally {
    // Who never read it is let go.
    if (isPipe) closeSync(openSync(path, 'r+'))
    await feeding
    await stage.close()
  }
}

async function feed(path: string, content: Buffer): Promise<void> {
  const pipe = await open(path, 'w')
  await pipe.writeFile(content).catch(() => {})
  await pipe.close()
}

describe('a named pipe, as process substitution gives, is read as the file it stands for (C7)', () => {
  test('there are lines that read files', () => {
    expect(READING.length).toBeGreaterThan(8)
  })

  test.each(READING)('$name', async (read) => {
    const [file, pipe] = [await runWith(read, false), await runWith(read, true)]
    expect([pipe.code, pipe.stderr.includes('ESPIPE')], pipe.stderr).toEqual([file.code, false])
    expect(file.code).toBe(0)
  })
})
