import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analysisJob, deduplicate, itemsToStore, withInsertions } from '../../../emulator/rules/insertion.js'
import type { Source } from '../../../emulator/state/state.js'

const item = (external_id?: string) => ({
  text: `text of ${external_id}`,
  ...(external_id === undefined ? {} : { external_id }),
})
const NOW = Date.UTC(2026, 2, 2)

describe('what a push comes to', () => {
  it('[PSH-2] an external_id that is stored, or came earlier in the push, is a duplicate; items without one never are', () => {
    const landing = deduplicate({
      fieldId: 1,
      items: ['a', 'b', 'a', undefined, undefined, 'c', 'c'].map(item),
      known: new Set(['b']),
    })
    expect(landing.inserted.map((each) => each.external_id)).toEqual(['a', undefined, undefined, 'c'])
    expect(landing.duplicates).toBe(3)
  })

  it('ids are compared character by character', () => {
    const ids = ['é', 'e\u0301', 'A', 'a', ' a', 'a ', '007', '7', '__proto__', 'constructor']
    expect(deduplicate({ fieldId: 1, items: ids.map(item), known: new Set() }).duplicates).toBe(0)
  })

  it('however a list is cut into pushes, the same items land and cost the same', () => {
    const lists = fc.array(fc.option(fc.constantFrom('a', 'b', 'c', 'd'), { nil: undefined }), { maxLength: 30 })
    fc.assert(
      fc.property(lists, fc.nat(30), (ids, cut) => {
        const whole = deduplicate({ fieldId: 1, items: ids.map(item), known: new Set() })
        const first = deduplicate({ fieldId: 1, items: ids.slice(0, cut).map(item), known: new Set() })
        const known = new Set(first.inserted.flatMap((each) => each.external_id ?? []))
        const second = deduplicate({ fieldId: 1, items: ids.slice(cut).map(item), known })
        expect([...first.inserted, ...second.inserted]).toEqual(whole.inserted)
        expect(first.duplicates + second.duplicates).toBe(whole.duplicates)
        expect(first.tokens + second.tokens).toBe(whole.tokens)
      }),
    )
  })

  it('rows get growing ids and nulls for what was not sent', () => {
    const landing = deduplicate({
      fieldId: 4,
      items: [{ text: 'x', occurred_at: '2026-03-01', rating: 0 }, item()],
      known: new Set(),
    })
    const rows = itemsToStore(landing, { sourceId: 3, firstId: 10, now: NOW, sourceReference: null })
    expect(rows.map((row) => row.id)).toEqual([10, 11])
    expect(rows[0]).toMatchObject({
      sourceId: 3,
      fieldId: 4,
      rating: 0,
      occurredAt: Date.UTC(2026, 2, 1),
      createdAt: NOW,
    })
    expect(rows[1]).toMatchObject({ externalId: null, customerId: null, rating: null, occurredAt: null })
  })

  it('counts are raised at the fields that took something, and the source before stays as it was', () => {
    const fields = [1, 2].map((id) => ({ id, itemCount: 5 }))
    const source = { fields } as Source
    const landing = deduplicate({ fieldId: 2, items: [item(), item()], known: new Set() })
    expect(withInsertions(source, [landing]).fields.map((field) => field.itemCount)).toEqual([5, 7])
    expect(source.fields.map((field) => field.itemCount)).toEqual([5, 5])
  })
})

describe('the pass after a push', () => {
  it('comes 2 s after the last push, at the latest 30 s after the first one it waits for', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(4_000), { minLength: 1, maxLength: 40 }), (gaps) => {
        let now = NOW
        let job: ReturnType<typeof analysisJob> | undefined
        const first = NOW + gaps[0]!
        for (const gap of gaps) {
          now += gap
          if (job && job.dueAt <= now) return
          job = analysisJob(1, job, now)
          expect(job.dueAt).toBe(Math.min(now + 2_000, first + 30_000))
        }
      }),
    )
  })
})
