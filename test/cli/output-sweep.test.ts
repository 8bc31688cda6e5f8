import { createWriteStream } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { OutputClosed } from '../../src/terminal/failure.js'
import { type OutputStream, outputStream } from '../../src/terminal/streams.js'
import { withFullDevice } from '../skip.js'
import type { TranscriptRow } from '../transcripts/row.js'
import { ROWS } from '../transcripts/rows.js'
import { openStageFor } from '../transcripts/stage.js'
import type { Ran } from './run-inpk.js'

/** Runs the line of a command that succeeds with another stdout than the one that takes all. */
async function runInto(row: TranscriptRow, stdout: OutputStream): Promise<Ran> {
  const stage = await openStageFor(row, row.succeeds)
  try {
    return await stage.run(row.succeeds, { ...row.around?.(stage), stdout })
  } finally {
    await stage.close()
  }
}

/** Takes nothing of what is written. */
function refusing(error: () => Error): OutputStream {
  const write = () => Promise.reject(error())
  return { isTerminal: false, columns: () => undefined, write }
}

/** What it prints is printed by the program it starts, into that program's own stdout. */
const PASSES_ON = new Set(['emulator exec'])
/** What may be long, and what changes something: all exports and lists, all that pushes, all of the tasks. */
const QUICK = /^(push|upload|api|tasks |feedback |analysis show)|( list| export)$/
const ALL = Object.entries(ROWS).filter(([name]) => !PASSES_ON.has(name))
const COMMANDS = process.env.INPK_SOAK ? ALL : ALL.filter(([name]) => QUICK.test(name))

describe('a full disk under stdout is told, and never ends with 0 (A22)', withFullDevice, () => {
  it.each(COMMANDS)('%s', async (_, row) => {
    const file = createWriteStream('/dev/full')
    const { code, stderr } = await runInto(
      row,
      outputStream(false, () => file as unknown as NodeJS.WriteStream),
    )
    file.destroy()
    expect([code, stderr]).toEqual([1, expect.stringContaining('no space left')])
  })
})

describe('a stdout that nobody reads any more is no failure, and nothing is said about it (A21)', () => {
  it.each(process.env.INPK_SOAK ? ALL : COMMANDS.filter((_, index) => index % 6 === 0))('%s', async (_, row) => {
    const stdout = refusing(() => new OutputClosed())
    const { code, stderr } = await runInto(row, stdout)
    expect([code, stderr]).toEqual([0, expect.not.stringMatching(/error/i)])
  })
})
