import { expect, test } from 'vitest'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
import { OPERATION_IDS } from '../../../src/contract/operations/index.js'
import { factsOf, OPEN_IDS } from './random-facts.js'

const ODD = [null, [], [null], [[]], 'x', '', 0, true, {}, { mapping: null }, { mapping: [] }, { mapping: 'x' }]
const FORMS = ['fields', 'flat', 'flat-columns', 'flat-pairs', 'members', 'columns', 'pairs', 'parts', 'none'].flatMap(
  (form) =>
    [{}, { 'behaviour:upload-file': { as: 'base64' } }].map((file) => ({
      'behaviour:upload-mapping': { form, ...(form.startsWith('flat') ? {} : { field: 'question' }) },
      ...file,
    })),
)
const RANDOM = Array.from({ length: 10 }, (_, seed) => factsOf(OPEN_IDS, seed + 1))

test.each([...FORMS, ...RANDOM].map((facts, index) => [index, facts] as const))(
  'a body that is no object is read as it is, whatever a service is known to take (facts %i)',
  (_index, facts) => {
    const contract = contractWith(facts as never)
    for (const operation of OPERATION_IDS) {
      for (const words of ['classic', 'recommended'] as const) {
        const codec = contract.codecOf(operation, 'body', words)
        for (const body of codec ? ODD : [])
          expect(() => codec!.fromWire(body), `${operation} ${JSON.stringify(body)}`).not.toThrow()
      }
    }
  },
)
