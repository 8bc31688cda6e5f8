import { expect, test } from 'vitest'
import { checkFacts } from '../../../src/contract/facts/check-facts.js'
import { learn } from '../../../src/truth/learn/learn.js'
import { factsOf } from '../../../src/truth/learn/verdicts.js'
import { choicesFrom } from '../../foreign/choices.js'
import { createForeignService } from '../../foreign/service.js'
import { CHOICE_A } from '../../foreign/team-a.js'
import { CHOICE_B } from '../../foreign/team-b.js'
import { recordSession } from './session.js'

const SERVICES = [
  CHOICE_A,
  CHOICE_B,
  ...Array.from({ length: process.env.INPK_SOAK ? 200 : 10 }, (_, seed) => choicesFrom(seed)),
]

test.each(['description', 'traffic', 'both'])('what is learned from %s is never refused as facts', (evidence) => {
  for (const choices of SERVICES) {
    const document = {
      root: createForeignService(choices).describe(),
      from: { from: 'openapi.json', kind: 'description' },
    }
    const session = { exchanges: recordSession(choices), from: { from: 'session.har', kind: 'traffic' } }
    const { verdicts } = learn({
      documents: evidence === 'traffic' ? [] : [document as never],
      traffic: evidence === 'description' ? [] : [session as never],
    })
    expect(checkFacts(factsOf(verdicts)).faults).toEqual([])
  }
})
