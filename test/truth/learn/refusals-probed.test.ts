import { expect, test } from 'vitest'
import type { Facts } from '../../../src/contract/facts/facts.js'
import { probe } from '../../../src/truth/learn/probe/probe.js'
import { factsOf } from '../../../src/truth/learn/verdicts.js'
import { START } from '../../emulator/service.js'
import { probeSender, startReal } from '../../round-trip/real-service.js'

test('probes of a service that describes nothing show what its refusals are called', async () => {
  const facts = {
    'error:UNAUTHORIZED': { code: 'Q1' },
    'error:NOT_FOUND': { code: 'Q2' },
    'error:VALIDATION_ERROR': { code: 'Q3', status: 422 },
    'error:METHOD_NOT_ALLOWED': { code: 'Q4' },
    'error:INVALID_JSON': { code: 'Q5', status: 422 },
    'error:UNSUPPORTED_MEDIA_TYPE': { code: 'Q6', status: 400 },
  } as unknown as Facts
  const emulator = await startReal(facts)
  const evidence = { documents: [], traffic: [] }
  const { learned } = await probe(evidence, { writes: true, now: START, send: probeSender(emulator) })
  await emulator.close()
  const found = Object.entries(factsOf(learned.verdicts)).filter(([id]) => id.startsWith('error:'))
  const { 'error:NOT_FOUND': _, ...shown } = facts
  expect(Object.fromEntries(found)).toEqual(shown)
})
