import { expect, it } from 'vitest'
import type { Files } from '../../emulator/adapters/files.js'
import { createMemoryFiles } from '../../emulator/adapters/files-memory.js'
import { manualClock } from '../../emulator/index.js'
import { CAPS, type CapName, type Caps } from '../../src/contract/caps.js'
import { inSoak } from '../skip.js'
import { liveSizes } from './live-collections.js'
import { mixedRound, prepareRounds } from './mixed-round.js'
import { type Json, requireOk, type Service, START, startService } from './service.js'

const ROUNDS = process.env.INPK_SOAK ? 60 : 3
const NAMES = Object.keys(CAPS) as CapName[]
const LOW = { ...(Object.fromEntries(NAMES.map((name) => [name, 2])) as Caps), changes: 20 }

/** Where each collection that may still grow is known by its last entry, and why it may. */
const NOT_FULL_YET = [
  [/operation: .* summary: /, 'the log of changes is cut at a compaction, at twice its cap at most'],
  [/stem: |names: \[Object/, 'the memo of words begins anew at 50,000'],
  [/inpk_(test|live)_/, 'keys that are paced: 1,000'],
] as const

const FOLDERS = [
  'orgs',
  ...['', '/items', '/blobs', '/history', '/snapshots', '/uploads'].map((name) => `/orgs/1${name}`),
]

/** How long every list and table of an organisation is, and how many files it has. */
async function sizes({ control }: Service, files: Files) {
  const lengths: Record<string, number> = {}
  for (const folder of FOLDERS) lengths[folder] = (await files.list(folder)).length
  expect(lengths['/orgs/1']).toBeGreaterThan(2)
  walk('secrets.json', JSON.parse(Buffer.from((await files.findAll('/orgs/1/secrets.json'))!).toString()), lengths)
  const { state } = requireOk(await control('GET', '/export'))
  for (const [name, value] of Object.entries<Json>(state)) walk(`state.${name}`, value, lengths)
  return lengths
}

function walk(name: string, value: Json, lengths: Record<string, number>): void {
  if (value === null || typeof value !== 'object') return
  lengths[name] = (lengths[name] ?? 0) + Object.keys(value).length
  for (const each of Object.values(value)) walk(`${name}[]`, each, lengths)
}

async function startRounds(files = createMemoryFiles()) {
  const processClock = manualClock(START)
  const service = await startService({ caps: LOW, files, processClock, outbound: async () => ({ status: 204 }) })
  const place = await prepareRounds(service)
  let round = 0
  return async (rounds: number) => {
    for (const end = round + rounds; round < end; ) await mixedRound(service, place, ++round)
    return sizes(service, files)
  }
}

it(`${ROUNDS} rounds of everything leave as many rows and files behind as twice as many`, async () => {
  const go = await startRounds()
  const before = await go(ROUNDS)
  const after = await go(ROUNDS)
  const grown = Object.keys(after).filter((name) => after[name]! >= (before[name] ?? 0) + ROUNDS)
  expect(grown.map((name) => `${name}: ${before[name]} to ${after[name]}`)).toEqual([])
})

it(`${ROUNDS} rounds more, and nothing that any closure holds has grown with them`, inSoak, async () => {
  const go = await startRounds()
  await go(ROUNDS)
  const before = await liveSizes()
  await go(ROUNDS)
  const grown = (await liveSizes()).grownSince(before).filter(({ by }) => by >= ROUNDS)
  expect(grown.filter(({ entry }) => !NOT_FULL_YET.some(([known]) => known.test(entry)))).toEqual([])
})
