import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { MUTATION, mutate, RIGHT } from './mutate.js'
import { openOrganization } from './organization.js'
import { rule } from './rule.js'
import { openScene } from './scene.js'

const RUNS = process.env.INPK_SOAK ? 50_000 : 1_000
const RUNS_PER_ORGANIZATION = 250

describe('schema-aware mutations', () => {
  for (const [path, right] of RIGHT) {
    const title = `${path} answers mutated bodies with a success, or a refusal in the envelope that changes nothing`
    rule(
      title,
      async (org) => {
        const runs = Math.ceil(RUNS / RIGHT.length)
        for (let done = 0; done < runs; done += RUNS_PER_ORGANIZATION) {
          // A fresh organisation now and then: its state is read around every refusal.
          const fresh = await openOrganization(org.target, org.skip)
          const scene = await openScene(fresh)
          await fc.assert(
            fc.asyncProperty(fc.array(MUTATION, { minLength: 1, maxLength: 4 }), async (mutations) => {
              const body = mutate(right(scene), mutations)
              const { status, json } = await fresh.request('POST', path, { rawBody: JSON.stringify(body) ?? 'null' })
              expect(status).toBeLessThan(500)
              if (status >= 400) expect([400, 404, 409]).toContain(status)
              if (status === 400) expect(json.error.message.length).toBeLessThan(2_000)
            }),
            { numRuns: Math.min(RUNS_PER_ORGANIZATION, runs - done) },
          )
        }
      },
      { timeoutMs: process.env.INPK_SOAK ? 3_600_000 : 120_000 },
    )
  }
})
