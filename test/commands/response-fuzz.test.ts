import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { commandNames, lineFor } from '../cli/every-command.js'
import { createDraw } from '../draw.js'
import { openStage, type Stage } from '../transcripts/stage.js'
import { type Json, otherService } from './other-service.js'

/** Every command that reads the service, by the program tree; the others talk to the control API, to files or to MCP. */
const READS = /^(me|login|doctor|upload|push|groups|sources|feedback|analysis|invites|tasks)\b/
const LINES = commandNames()
  .filter((name) => READS.test(name))
  .map((name) => lineFor(name).join(' '))
const CASES = Number(process.env.INPK_FUZZ_CASES ?? (process.env.INPK_SOAK ? 10_000 : 60))

/** Commands that print a row for each record: as many as there are, or an error. */
const LISTINGS = /^(groups list|sources list|feedback (list|export)|invites recipients)\b/
/** Commands whose JSON says how many items came or went. */
const COUNTING = /^(push|feedback erase)\b/

interface Place {
  parent: Json
  name: string
}

/** Every member of every object of a payload, in the order it stands there. */
function placesOf(value: Json): Place[] {
  if (value === null || typeof value !== 'object') return []
  return Object.keys(value).flatMap((name) => [{ parent: value, name }, ...placesOf(value[name])])
}

const RETYPED = [7, 'x', true, null, [], {}, [null], { a: 1 }, '', -1]
const CHANGES: Record<string, (place: Place, random: () => number) => void> = {
  drop: ({ parent, name }) => (Array.isArray(parent) ? parent.splice(Number(name), 1) : delete parent[name]),
  null: ({ parent, name }) => {
    parent[name] = null
  },
  retype: ({ parent, name }, random) => {
    parent[name] = RETYPED[Math.floor(random() * RETYPED.length)]
  },
  rename: ({ parent, name }) => {
    if (Array.isArray(parent)) return
    parent[`${name}_otherwise`] = parent[name]
    delete parent[name]
  },
  word: ({ parent, name }) => {
    if (typeof parent[name] === 'string') parent[name] = 'ANOTHER_WORD'
  },
  empty: ({ parent, name }) => {
    if (Array.isArray(parent[name])) parent[name] = []
  },
}

/** Ways to say where the next page is, by the cursor, or null on the last. */
const PAGINGS: ((payload: Json, next: string | null, rows: number) => Json)[] = [
  (payload, next, rows) => ({ ...payload, pagination: { limit: 1, next, count: rows } }),
  ({ pagination: _, ...payload }, next) => ({ ...payload, next_cursor: next }),
  (payload, next, rows) => ({ ...payload, pagination: { offset: 0, limit: 1, total: rows + (next ? 1 : 0) } }),
  (payload, next) => ({ ...payload, pagination: { page: 1, per_page: 1, pages: next ? 2 : 1 } }),
  ({ pagination: _, ...payload }, next) => ({ ...payload, links: { next: next && `?after=${next}` } }),
  (payload, next) => ({ ...payload, pagination: { after: next, has_more: next !== null } }),
  (payload, next) => ({ ...payload, pagination: { next_cursor: next } }),
]

function pagedOtherwise(payload: Json, at: number): Json {
  if (!payload.pagination) return payload
  const rows = Object.values(payload).find((each) => Array.isArray(each)) as Json[]
  return PAGINGS[Math.floor(at * PAGINGS.length)]!(payload, payload.pagination.next_cursor, rows.length)
}

interface Case {
  number: number
  line: string
  /** One of CHANGES, or `paging`. */
  kind: string
  /** Which place is changed, in [0, 1). */
  at: number
  /** So many answers are left as they are. */
  sound: number
}

function drawCase(number: number, random: () => number): Case {
  const line = LINES[Math.floor(random() * LINES.length)]!
  const kinds = [...Object.keys(CHANGES), 'paging']
  const kind = kinds[Math.floor(random() * kinds.length)]!
  const sound = kind === 'paging' ? 0 : Math.floor(random() * 3)
  return { number, line: COUNTING.test(line) ? `${line} --json` : line, kind, at: random(), sound }
}

/** Changes every answer to one operation alike: the same place in the same way. */
function changed(payload: Json, { kind, at, number }: Case, onRowsChanged: () => void): Json {
  if (kind === 'paging') return pagedOtherwise(payload, at)
  const copy = structuredClone(payload)
  const places = placesOf(copy)
  if (places.length === 0) return copy
  const place = places[Math.floor(at * places.length)]!
  // Then the service itself says other rows or counts, and nobody could know.
  const isSaid = Array.isArray(place.parent) || /^(retype|word|empty)$/.test(kind)
  if (isSaid) onRowsChanged()
  CHANGES[kind]!(place, createDraw(number))
  return copy
}

/** What is wrong with a run against changed answers; undefined where nothing is. */
async function findFault(stage: Stage, drawn: Case): Promise<string | undefined> {
  let answers = 0
  let isSame = true
  const asked: string[] = []
  const transport = otherService(stage.emulator.handle, {
    query(query, path) {
      asked.push(`${path}?${query}`)
      if (drawn.kind === 'paging' && path.match(/list$|^\/feedback$|recipients$/)) query.set('limit', '1')
    },
    answer(payload, path) {
      answers += 1
      if (path.endsWith('openapi.json') || answers <= drawn.sound) return payload
      return changed(payload, drawn, () => {
        isSame = false
      })
    },
  })
  const before = COUNTING.test(drawn.line) ? await countItems(stage) : 0
  const { code, stdout, stderr } = await stage.run(drawn.line, { transport })
  const said = `${stdout}\n${stderr}\n${asked.join('\n')}`
  const wrong = /fault of inpk|\(UNEXPECTED\)|undefined|NaN|\[object Object\]|WRONG_HOST/.exec(said)
  if (wrong) return `${code} ${wrong[0]}\n${said.slice(0, 400)}`
  if (code !== 0 || !isSame || stderr.includes('warning:')) return undefined
  return findWrongCount(stage, drawn.line, stdout, before)
}

/** Compares rows and counts that were shown as right with what the emulator has. */
async function findWrongCount(stage: Stage, line: string, stdout: string, before: number): Promise<string | undefined> {
  if (LISTINGS.test(line)) {
    const [shown, there] = [rowsOf(stdout), rowsOf((await stage.run(line)).stdout)]
    return shown === there ? undefined : `exit 0 and ${shown} rows where ${there} are`
  }
  if (!COUNTING.test(line)) return undefined
  const { erased, inserted } = JSON.parse(stdout)
  const [shown, there] = [inserted ?? -erased, (await countItems(stage)) - before]
  return shown === there ? undefined : `exit 0 and ${shown} items where it was ${there}`
}

function rowsOf(stdout: string): number {
  return stdout.startsWith('[') ? JSON.parse(stdout).length : stdout.split('\n').length
}

/** Counts once the tasks of the case before have ended: one that was given up may still store its items. */
async function countItems({ run }: Stage): Promise<number> {
  for (let turn = 0; turn < 100; turn += 1) await setImmediate()
  const sources: Json[] = JSON.parse((await run('sources list --json')).stdout)
  return sources.reduce((sum, { item_count: count }) => sum + count, 0)
}

async function withStage<T>(work: (stage: Stage) => Promise<T>): Promise<T> {
  const stage = await openStage()
  try {
    return await work(stage)
  } finally {
    await stage.close()
  }
}

describe('a service that answers otherwise than was assumed (P2, P4, P5)', () => {
  it(`${CASES} answers with a member dropped, nulled, retyped or renamed, or paged otherwise: an error that names it, or what is there`, async () => {
    const random = createDraw(13)
    const faults: string[] = []
    await withStage(async (stage) => {
      for (let number = 0; number < CASES; number += 1) {
        const drawn = drawCase(number, random)
        const fault = await findFault(stage, drawn)
        if (fault) faults.push(`${JSON.stringify(drawn)}: ${fault}`)
      }
    })
    expect(faults).toEqual([])
  }, 3_600_000)
})
