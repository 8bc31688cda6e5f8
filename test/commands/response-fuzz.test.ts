import { describe, expect, it } from 'vitest'
import { commandNames, lineFor } from '../cli/every-command.js'
import { openStage, type Stage } from '../transcripts/stage.js'
import { otherService } from './other-service.js'

// biome-ignore lint/suspicious/noExplicitAny: JSON of any shape.
type Json = any

/** Every command that reads the service, by the program tree; the others talk to the control API, to files or to MCP. */
const READS = /^(me|login|doctor|upload|push|groups|sources|feedback|analysis|invites|tasks)\b/
const LINES = commandNames()
  .filter((name) => READS.test(name))
  .map((name) => lineFor(name).join(' '))
const CASES = Number(process.env.INPK_SOAK ? 10_000 : 200)

/** Numbers in [0, 1) that are the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

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

/** Changes every answer to one operation alike: the same place in the same way. */
function changed(payload: Json, kind: string, at: number, random: () => number): Json {
  const copy = structuredClone(payload)
  const places = placesOf(copy)
  if (places.length > 0) CHANGES[kind]!(places[Math.floor(at * places.length)]!, random)
  return copy
}

async function withStage<T>(work: (stage: Stage) => Promise<T>): Promise<T> {
  const stage = await openStage()
  try {
    return await work(stage)
  } finally {
    await stage.close()
  }
}

describe('a service that answers otherwise than was assumed (P4, P5)', () => {
  it(`${CASES} answers with a member dropped, nulled, retyped or renamed: an error that names it, or what is there`, async () => {
    const random = seeded(13)
    const kinds = Object.keys(CHANGES)
    const faults: string[] = []
    await withStage(async (stage) => {
      for (let number = 0; number < CASES; number += 1) {
        const line = LINES[Math.floor(random() * LINES.length)]!
        const kind = kinds[Math.floor(random() * kinds.length)]!
        const at = random()
        const only = Math.floor(random() * 3)
        let answers = 0
        const asked: string[] = []
        const transport = otherService(stage.emulator.handle, {
          query: (query, path) => asked.push(`${path}?${query}`),
          answer: (payload, path) => {
            answers += 1
            return path.endsWith('openapi.json') || answers <= only
              ? payload
              : changed(payload, kind, at, seeded(number))
          },
        })
        const { code, stdout, stderr } = await stage.run(line, { transport })
        const said = `${stdout}\n${stderr}\n${asked.join('\n')}`
        const wrong = /fault of inpk|\(UNEXPECTED\)|undefined|NaN|\[object Object\]|WRONG_HOST/.exec(said)
        if (wrong) faults.push(`${number} ${line} (${kind} at ${at}): ${code} ${wrong[0]}\n${said.slice(0, 400)}`)
      }
    })
    expect(faults).toEqual([])
  }, 3_600_000)
})
