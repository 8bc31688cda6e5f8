import { expect, test } from 'vitest'
import { isObject } from '../../../src/base/is-object.js'
import { parseJson } from '../../../src/base/parse-json.js'
import { probe } from '../../../src/truth/learn/probe/probe.js'
import { factsOf } from '../../../src/truth/learn/verdicts.js'
import { START } from '../../emulator/service.js'
import { describe as describeService, probeSender, startReal } from '../../round-trip/real-service.js'

/** What is learned of a service whose erase takes entries of a kind and a value; its description has no words for the kinds. */
async function learnedWith(words: readonly [external: string, customer: string]) {
  const [external_ids, customer_ids] = words.map((type) => ({ in: 'value', beside: { type } }))
  const names = { external_ids: 'identifiers', customer_ids: 'identifiers', external_id: null, customer_id: null }
  const emulator = await startReal({ 'body:eraseFeedback': { names, lists: { external_ids, customer_ids } } })
  const isEntry = (value: unknown) => isObject(value) && isObject(value.type) && isObject(value.value)
  const described = JSON.stringify(await describeService(emulator), (_, value) =>
    isEntry(value) ? { ...value, type: { type: 'string' } } : value,
  )
  const documents = [{ root: parseJson(described) as never, from: { from: 'o.json', kind: 'description' as const } }]
  const sent: string[] = []
  const send = probeSender(emulator)
  const { learned } = await probe(
    { documents, traffic: [] },
    {
      ...{ writes: true, now: START },
      send: (request) => {
        if (request.path.includes('erase')) sent.push(String(request.body))
        return send(request)
      },
    },
  )
  await emulator.close()
  return { lists: factsOf(learned.verdicts)['body:eraseFeedback']?.lists, sent }
}

test('an erase takes our words for the kinds of identifiers where items of the probe go by them, and else they stay open', async () => {
  const ours = await learnedWith(['external_id', 'customer_id'])
  expect(ours.lists).toEqual({
    external_ids: { in: 'value', beside: { type: 'external_id' } },
    customer_ids: { in: 'value', beside: { type: 'customer_id' } },
  })
  expect(ours.sent[0]).toContain('"type":"external_id"')
  const others = await learnedWith(['ref', 'person'])
  expect(others.lists).toBeUndefined()
  expect(others.sent.length).toBeGreaterThan(0)
})
