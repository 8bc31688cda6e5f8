import { expect, test } from 'vitest'
import { lazy } from '../../../src/base/lazy.js'
import { checkFacts } from '../../../src/contract/facts/check-facts.js'
import { learn } from '../../../src/truth/learn/learn.js'
import { factsOf } from '../../../src/truth/learn/verdicts.js'
import { type Choices, choicesFrom } from '../../foreign/choices.js'
import { createForeignService } from '../../foreign/service.js'
import { CHOICE_A } from '../../foreign/team-a.js'
import { CHOICE_B } from '../../foreign/team-b.js'
import { wrongIn } from './judge-facts.js'
import { recordSession } from './session.js'

const RANDOM = process.env.INPK_SOAK ? 200 : 12

const SERVICES: readonly (readonly [string, Choices])[] = [
  ['A', CHOICE_A],
  ['B', CHOICE_B],
  ...Array.from({ length: RANDOM }, (_, seed) => [`seed ${seed}`, choicesFrom(seed)] as const),
]

const SHOWN = SERVICES.map(([name, choices]) => ({
  name,
  choices,
  documents: lazy(() => {
    const root = createForeignService(choices).describe()
    return [{ root, from: { from: 'openapi.json', kind: 'description' as const } }]
  }),
  traffic: lazy(() => {
    return [{ exchanges: recordSession(choices), from: { from: 'session.har', kind: 'traffic' as const } }]
  }),
}))

test.each(['description', 'traffic', 'both'])(
  'nothing that facts learned from %s say is wrong, and they are never refused as facts',
  (evidence) => {
    const wrong = SHOWN.flatMap(({ name, choices, documents, traffic }) => {
      const { verdicts } = learn({
        documents: evidence === 'traffic' ? [] : documents(),
        traffic: evidence === 'description' ? [] : traffic(),
      })
      const facts = factsOf(verdicts)
      const refused = checkFacts(facts).faults.map(({ id, path, message }) => `${id} ${path} ${message}`)
      return [...refused, ...wrongIn(facts, choices)].map((each) => `${name}: ${each}`)
    })
    expect(wrong).toEqual([])
  },
)
