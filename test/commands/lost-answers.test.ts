/**
 * Every command that writes × every way an answer can be lost: nothing is done twice, and what stays unknown is in doubt (13), never "not
 * reached" (9). The whole of it with INPK_SOAK; else one command an operation.
 */
import { describe, expect, it } from 'vitest'
import type { Environment } from '../../src/cli/environment.js'
import { NotSentError } from '../../src/client/not-sent.js'
import type { Transport, WireResponse } from '../../src/contract/wire.js'
import { commandNames } from '../cli/every-command.js'
import { ROWS } from '../transcripts/rows.js'
import { openStage, openStageFor } from '../transcripts/stage.js'
import { kindOf } from './exit-codes/kinds.js'
import { hanging, losingWrites, mayWrite } from './exit-codes/ways.js'
import { scratchFolder, writeFile } from './scratch.js'

const NAMES = commandNames().filter((name) => /service|control/.test(kindOf(name) ?? ''))
/** Every operation that writes, and the control client; the soak runs every command. */
const SOME = NAMES.filter((name) => /create|publish$|^push$|upload|erase|invites send|^api$|trigger|reset/.test(name))

const cut = (code: string) => Object.assign(new Error(`lost: ${code}`), { code })
const page = (status: number): WireResponse => ({ status, headers: {}, body: Buffer.from('<html>bad gateway</html>') })

/** How an answer is lost: what comes in its place, and whether the request was carried out before. */
const LOSSES: Record<string, { isDone: boolean; instead: () => WireResponse }> = {
  'a connection cut after the work': { isDone: true, instead: () => fail('ECONNRESET') },
  'a connection cut before the request is read': { isDone: false, instead: () => fail('ECONNRESET') },
  'a 502': { isDone: true, instead: () => page(502) },
  'a 504': { isDone: true, instead: () => page(504) },
  'no answer in time': { isDone: true, instead: () => fail('UND_ERR_HEADERS_TIMEOUT') },
}

function fail(code: string): never {
  throw cut(code)
}

/** Loses the answers to the first `times` writes. */
function losing(handle: Transport, { isDone, instead }: (typeof LOSSES)[string], times: number): Transport {
  let lost = 0
  return async (request) => {
    if (!mayWrite(request) || lost >= times) return handle(request)
    lost += 1
    if (isDone) await handle(request)
    return instead()
  }
}

/** A command for each operation that writes, the list and member that show its effect, and whether it may be run again as it is. */
const WRITES: Record<string, { line: string; list: string; member: string; again: boolean }> = {
  createGroup: { line: 'groups create NEW', list: 'groups list', member: 'name', again: true },
  createSource: {
    line: 'sources create NEW --group Support',
    list: 'sources list',
    member: 'survey_title',
    again: false,
  },
  pushContent: { line: 'push NEW.csv --source Tickets', list: 'feedback list', member: 'text', again: true },
  uploadFeedback: { line: 'upload NEW.csv --source Tickets', list: 'feedback list', member: 'text', again: true },
  any: { line: 'api POST survey_series/create -f name=NEW', list: 'groups list', member: 'name', again: true },
}

/** What a command ends with that hears Ctrl-C while its first write is on its way, or still connects; undefined where it writes nothing. */
async function interruptedWrite(name: string, hasLeft: boolean) {
  const row = ROWS[name]!
  const stage = await openStageFor(row, row.succeeds)
  const listeners = new Set<(signal: NodeJS.Signals) => void>()
  const onSignal: Environment['onSignal'] = (listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  let writes = 0
  const never = hanging(() => {
    writes += 1
    for (const listener of listeners) listener('SIGINT')
  })
  const connecting: Transport = (request) =>
    never(request).catch((reason: unknown) => {
      throw new NotSentError(reason)
    })
  const transport: Transport = (request) => {
    if (!mayWrite(request)) return stage.emulator.handle(request)
    return hasLeft ? never(request) : connecting(request)
  }
  try {
    const ran = await stage.run(row.succeeds, { ...row.around?.(stage), onSignal, transport })
    return writes > 0 ? ran : undefined
  } finally {
    await stage.close()
  }
}

describe('an answer that is lost', () => {
  it.each(process.env.INPK_SOAK ? NAMES : SOME)('%s: in doubt where it wrote, with what to do next', async (name) => {
    const lost = await losingWrites(name)
    if (lost === undefined) return
    expect([lost.code, lost.stderr]).toEqual([13, expect.stringContaining('(IN_DOUBT)')])
    expect(lost.stderr).not.toContain('could not reach')
    expect(lost.stderr).toMatch(/run the same command again|before you run|Run the command again|--idempotency-key/)
  })

  it.each((process.env.INPK_SOAK ? NAMES : SOME).filter((name) => name !== 'push'))(
    '%s: ended by Ctrl-C while it writes, says that it may have been done, and ends with 130',
    async (name) => {
      const ended = await interruptedWrite(name, true)
      if (ended === undefined) return
      expect([ended.code, ended.stderr]).toEqual([130, expect.stringContaining('may have succeeded')])
      expect(ended.stderr).toMatch(/before you run|Run the command again|--idempotency-key/)
    },
  )

  it.each(process.env.INPK_SOAK ? NAMES : SOME)(
    '%s: ended by Ctrl-C while its write still connects, was not carried out, and ends with 130',
    async (name) => {
      const ended = await interruptedWrite(name, false)
      if (ended === undefined) return
      expect([ended.code, ended.stderr]).toEqual([130, expect.not.stringMatching(/may have|IN_DOUBT/)])
    },
  )

  it.each(Object.keys(LOSSES))(
    '%s: once, everything is done once; always, at most once, and once after a look',
    async (how) => {
      const stage = await openStage([])
      const folder = scratchFolder()
      let number = 0
      try {
        for (const [operation, { line, list, member, again }] of Object.entries(WRITES)) {
          for (const times of [1, 100]) {
            number += 1
            const name = `New${number}`
            writeFile(folder, `${name}.csv`, `text\n${name}\n`)
            const run = (text: string, transport = stage.emulator.handle) =>
              stage.run(text.replaceAll('NEW', name), { cwd: folder, transport })
            const counted = async () => {
              await stage.emulator.idle()
              const rows: Record<string, unknown>[] = JSON.parse((await run(`${list} --json`)).stdout)
              return rows.filter((row) => row[member] === name).length
            }
            const { code, stderr } = await run(line, losing(stage.emulator.handle, LOSSES[how]!, times))
            const before = await counted()
            const where = `${operation}, ${times} lost: ${stderr}`
            expect(code, where).toBe(times === 1 ? 0 : 13)
            expect(before, where).toBe(times === 1 || LOSSES[how]!.isDone ? 1 : 0)
            if (times === 1 || !(again || before === 0)) continue
            expect((await run(line)).code, where).toBe(0)
            expect(await counted(), where).toBe(1)
          }
        }
      } finally {
        await stage.close()
      }
    },
  )
})
