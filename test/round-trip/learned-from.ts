import type { Facts } from '../../src/contract/facts/facts.js'
import { ofTheService, seenExchange } from '../../src/truth/learn/evidence/from-har.js'
import { type Evidence, learn } from '../../src/truth/learn/learn.js'
import { probe } from '../../src/truth/learn/probe/probe.js'
import { factsOf } from '../../src/truth/learn/verdicts.js'
import { START } from '../emulator/service.js'
import type { Day } from './day/recorded-day.js'
import { describe, probeSender, startReal } from './real-service.js'

export const KINDS = ['description', 'recordings', 'deliveries', 'both and probes'] as const
export type Kind = (typeof KINDS)[number]

/** What is learned of a service with these facts and such a day, by each kind of evidence. */
export async function learnedFrom(facts: Facts, day: Day): Promise<Record<Kind, Facts>> {
  const emulator = await startReal(facts, { rateLimits: true })
  const documents = [{ root: await describe(emulator), from: { from: 'openapi.json', kind: 'description' as const } }]
  const exchanges = ofTheService(day.exchanges).map(seenExchange)
  const saved = { from: 'deliveries', kind: 'deliveries' as const }
  const deliveries = day.deliveries.map((request) => ({ request, from: saved }))
  const traffic = [{ exchanges, from: { from: 'session.har', kind: 'traffic' as const } }]
  const learnedOf = (evidence: Evidence) => factsOf(learn(evidence).verdicts) as Facts
  const probed = await probe(
    { documents, traffic, deliveries },
    { writes: true, now: START, send: probeSender(emulator) },
  )
  await emulator.close()
  return {
    description: learnedOf({ documents, traffic: [] }),
    recordings: learnedOf({ documents: [], traffic }),
    deliveries: learnedOf({ documents: [], traffic, deliveries }),
    'both and probes': factsOf(probed.learned.verdicts) as Facts,
  }
}
