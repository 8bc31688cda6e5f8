import { expect, test } from 'vitest'
import { checkedPayload } from '../../../src/client/checked-payload.js'
import { rowOf } from '../../../src/contract/operations/index.js'
import { createMemoryDisk, push, TARGET } from '../model/memory.js'
import { createService } from '../model/service.js'

const target = {
  ...TARGET,
  fields: [
    { id: '7', text: 'What went well?', acceptsText: true },
    { id: '8', text: 'What did not?', acceptsText: true },
  ],
}
const CSV = 'id,good,bad\ns-1,food,noise\ns-2,staff,queue\n'
const options = { path: 'a.csv', fields: ['good=7', 'bad=8'] }

type Part = Record<string, unknown>

/** Pushes two fields of two items each to a service that says this of them, in an answer that is read as any other one. */
async function pushTold(change: (part: Part, index: number) => Part, whole: Part = {}) {
  const service = createService()
  const client: typeof service.client = {
    ...service.client,
    async getTask(call) {
      const task = await service.client.getTask(call)
      const { status: _, ...result } = { ...task.result! }
      const results = result.results.map((part, index) => change({ ...part }, index))
      const told = { ...task, result: { ...result, results, ...whole } }
      const reading = { subject: 'The response to getTask', wirePath: (path: string) => path }
      return checkedPayload(rowOf('getTask').result, told, reading) as never
    },
  }
  return push(createMemoryDisk({ 'a.csv': CSV }), service, options, { target, client })
}

/** The field without the members of these names. */
function without(part: Part, ...names: string[]): Part {
  return Object.fromEntries(Object.entries(part).filter(([name]) => !names.includes(name)))
}

test('fields without a status are stored where their counts account for every item', async () => {
  const summary = await pushTold((part) => ({ ...without(part, 'status'), error: null }))
  expect(summary).toMatchObject({ inserted: 4, rejected: 0, batches: 1 })
  expect(summary.targets).toMatchObject([{ inserted: 2 }, { inserted: 2 }])
})

test('a field with an error and no items is refused, whether it has a status or not', async () => {
  const refused = { question_id: '8', inserted: 0, duplicates: 0, error: { code: 'X', message: 'no such field' } }
  const summary = await pushTold((part, index) => (index === 0 ? without(part, 'status') : refused))
  expect(summary).toMatchObject({ inserted: 2, rejected: 2 })
})

test('fields that say nothing of their items are settled by the sums', async () => {
  const summary = await pushTold(({ question_id }) => ({ question_id }))
  expect(summary).toMatchObject({ inserted: 4, rejected: 0 })
})

test('nothing is booked where a field without a status does not account for its items', async () => {
  const fewer = { inserted: 1, duplicates: 0 }
  const few = pushTold((part) => ({ ...without(part, 'status'), ...fewer }), { inserted: 2 })
  await expect(few).rejects.toThrow('the service reports 1 of 2 items')
  const error = { code: 'X', message: 'm' }
  const both = pushTold((part) => ({ ...without(part, 'status'), error }))
  await expect(both).rejects.toThrow('an error and 2 new items for one field')
  const mute = pushTold(({ question_id }) => ({ question_id }), { inserted: 1 })
  await expect(mute).rejects.toThrow('has no `result.results[].inserted`')
})

test('what a push cost need not be said', async () => {
  expect(await pushTold((part) => part, { aps_deducted: undefined })).toMatchObject({ inserted: 4, aps_deducted: 0 })
})
