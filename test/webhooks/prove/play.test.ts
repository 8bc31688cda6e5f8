import { expect, it } from 'vitest'
import { PlayStopped, play } from '../../../src/webhooks/prove/play.js'
import { modelReceiver } from './model-receiver.js'

const log = () => [] as string[]

it('[DLV-8] what is accepted does not come again, unless the order has it again', async () => {
  const receiver = modelReceiver(['a', 'b'], log, (state, { name, attempt }) => void state.push(name + attempt))
  const { steps, state, lost } = await play(receiver, [1, 0, 1])
  expect(JSON.parse(state)).toEqual(['b1', 'a1', 'b2'])
  expect(steps.map(({ refusedBefore }) => refusedBefore)).toEqual([false, false, false])
  expect(lost).toEqual([])
})

it('[DLV-11, DLV-12] what is refused comes again after the others, and is handled then', async () => {
  const receiver = modelReceiver(['a', 'b'], log, (state, { name }) => {
    if (name === 'b' && !state.includes('a')) return 503
    state.push(name)
    return 204
  })
  const { steps, state, lost } = await play(receiver, [1, 0])
  expect(JSON.parse(state)).toEqual(['a', 'b'])
  expect(steps.map(({ event, attempt, status, refusedBefore }) => [event, attempt, status, refusedBefore])).toEqual([
    [1, 1, 503, false],
    [0, 1, 204, false],
    [1, 2, 204, true],
  ])
  expect(lost).toEqual([])
})

it('[DLV-9, DLV-14] no fourth attempt follows, also where no answer comes', async () => {
  const receiver = modelReceiver(['a', 'b'], log, (_, { name }) => (name === 'a' ? null : 200))
  const { steps, lost } = await play(receiver, [0, 0, 1])
  expect(steps.map(({ event }) => event)).toEqual([0, 0, 1, 0])
  expect(lost).toEqual([0])
})

it('says how far it came when the receiver is not there any more', async () => {
  const receiver = modelReceiver(['a', 'b'], log, (_, { name }) => {
    if (name === 'b') throw new Error('connection refused')
    return 204
  })
  const stopped = await play(receiver, [0, 1]).catch((error: unknown) => error)
  expect(stopped).toBeInstanceOf(PlayStopped)
  expect(stopped).toMatchObject({ event: 1, steps: [{ event: 0 }], cause: { message: 'connection refused' } })
})
