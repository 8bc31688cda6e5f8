import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StoredItem } from '../../emulator/store/types.js'
import { createDraw } from '../draw.js'
import { afterSet, BLOB_NAMES, EMPTY, type Expected, expectShown, SECRET_IDS } from './model.js'
import { addSet, openTally, sampleItem, type TallySet, type TallyStore } from './sample.js'
import { createSimulatedFiles, type SimulatedFiles } from './simulated-files.js'

const RUNS = process.env.INPK_SOAK ? 10_000 : 120

type Step =
  | { kind: 'commit'; items: number; sources: number; extra: number; wait: boolean }
  | { kind: 'erase'; pick: number; wait: boolean }
  | { kind: 'compact' | 'reset' | 'read' | 'wait' }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('commit' as const),
      items: fc.nat(3),
      sources: fc.integer({ min: 1, max: 2 }),
      extra: fc.nat(7),
      wait: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('erase' as const), pick: fc.nat(), wait: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('compact' as const, 'read' as const, 'wait' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reset' as const) }) },
)
const life = fc.record({ steps: fc.array(step, { maxLength: 14 }), budget: fc.nat(90), seed: fc.nat() })

/** What may be on the disk: what was after each change so far, and how many of them were acknowledged. */
interface Story {
  after: Expected[]
  acknowledged: number
  nextId: number
}

test('[A4] [C6] a power cut at any moment loses nothing acknowledged and leaves whole changes only', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(life, { minLength: 1, maxLength: 4 }), async (lives) => {
      const story: Story = { after: [EMPTY], acknowledged: 0, nextId: 1 }
      let files = createSimulatedFiles()
      for (const { steps, budget, seed } of lives) {
        files.budget = budget
        await live(files, story, steps).catch(requirePowerCut)
        files = files.powerLoss(createDraw(seed))
        await expectRecovered(files, story)
      }
    }),
    { numRuns: RUNS },
  )
}, 3_600_000)

function requirePowerCut(error: Error): void {
  if (!/power cut/.test(error.message)) throw error
}

async function live(files: SimulatedFiles, story: Story, steps: readonly Step[]): Promise<void> {
  const store = await openTally(files)
  for (const step of steps) await take(store, story, step)
  await store.close()
}

async function take(store: TallyStore, story: Story, step: Step): Promise<void> {
  if (store.failed !== undefined) throw store.failed
  const present = story.after.at(-1)!
  if (step.kind === 'commit') {
    const set = commitOf(story, step)
    story.after.push(afterSet(present, set))
    await acknowledge(story, store.commit(set).durable, step.wait)
  } else if (step.kind === 'erase') {
    const doomed = present.items.filter(({ id }) => (id + step.pick) % 3 === 0)
    const set = addSet(1)
    story.after.push(
      afterSet(
        present,
        set,
        doomed.map(({ id }) => id),
      ),
    )
    await acknowledge(story, store.eraseItems(doomed, set), step.wait)
  } else if (step.kind === 'reset') {
    story.after.push(EMPTY)
    await acknowledge(story, store.reset({ at: 0, operation: 'reset', summary: 'reset' }), true)
  } else if (step.kind === 'compact') await store.compact()
  else if (step.kind === 'read') await expectShown(store, present)
  else await acknowledge(story, store.durable(), true)
}

async function acknowledge(story: Story, durable: Promise<void>, wait: boolean): Promise<void> {
  const seq = story.after.length - 1
  const noted = durable.then(() => {
    story.acknowledged = Math.max(story.acknowledged, seq)
  })
  noted.catch(() => undefined)
  if (wait) await noted
}

function commitOf(story: Story, { items, sources, extra }: Step & { kind: 'commit' }): TallySet {
  const added: StoredItem[] = Array.from({ length: items }, (_, index) => {
    story.nextId += 1
    return sampleItem(story.nextId, { sourceId: 10 + (index % sources) })
  })
  const id = SECRET_IDS[extra % 2]!
  const name = BLOB_NAMES[extra % 2]!
  return addSet(extra, {
    items: added,
    ...(extra === 1 && { secrets: { set: { [id]: `secret ${story.nextId}` } } }),
    ...(extra === 3 && { secrets: { remove: [id] } }),
    ...(extra === 5 && { blobs: { put: { [name]: Uint8Array.of(story.nextId % 256, 2, 3) } } }),
    ...(extra === 7 && { blobs: { remove: [name] } }),
  })
}

/** The disk shows one of the states that may be there; life goes on from it. */
async function expectRecovered(files: SimulatedFiles, story: Story): Promise<void> {
  const store = await openTally(files)
  expect(store.seq).toBeGreaterThanOrEqual(story.acknowledged)
  expect(store.seq).toBeLessThan(story.after.length)
  story.after.length = store.seq + 1
  story.acknowledged = store.seq
  await expectShown(store, story.after[store.seq]!)
  expect(store.log({ limit: 1_000 }).map(({ seq }) => seq)).toEqual(
    Array.from({ length: store.seq }, (_, index) => store.seq - index),
  )
}
