import { expect, it } from 'vitest'
import type { Order } from '../../../src/webhooks/prove/play.js'
import { shrink } from '../../../src/webhooks/prove/shrink.js'
import { createTrial } from '../../../src/webhooks/prove/trial.js'
import { modelReceiver } from './model-receiver.js'

/** A trial of a receiver that is wrong after the orders for which `isWrong` says so. */
function trialOf(events: number, isWrong: (order: Order) => boolean) {
  const names = Array.from({ length: events }, (_, event) => `event.${event}`)
  const receiver = modelReceiver(
    names,
    () => [] as number[],
    (state, { event }) => {
      state.push(event)
      return 204
    },
  )
  const readState = async () => JSON.stringify(isWrong(JSON.parse(await receiver.readState())))
  return createTrial({ ...receiver, readState })
}

async function shrunk(order: Order, events: number, isWrong: (order: Order) => boolean, hasTime = () => true) {
  const trial = trialOf(events, isWrong)
  const { failing, isFewest } = await shrink(trial, (await trial.failing(order))!, hasTime)
  return { order: failing.order, isFewest }
}

it('takes away whatever is not needed', async () => {
  const isWrong = (order: Order) => order.includes(7) && order.indexOf(2) > order.indexOf(7)
  expect(await shrunk([9, 8, 7, 7, 3, 3, 1, 2, 0, 4, 5, 6], 10, isWrong)).toEqual({ order: [7, 2], isFewest: true })
})

it('puts what is needed into the order of the events, as far as it goes', async () => {
  const isWrong = (order: Order) => order.length === 3 && order[2] === 0
  expect(await shrunk([2, 1, 0], 3, isWrong)).toEqual({ order: [1, 2, 0], isFewest: true })
})

it('finds two that can only be taken away together, wherever they are', async () => {
  const isWrong = (order: Order) =>
    order.length % 2 === 0 && new Set(order).size < order.length && order[0] === 0 && order.at(-1) === 0
  expect(await shrunk([0, 1, 1, 0], 2, isWrong)).toEqual({ order: [0, 0], isFewest: true })
})

it('says that it may not be the fewest where the time is up, or what is left is long', async () => {
  const isWrong = (order: Order) => order[0] === 2
  expect(await shrunk([2, 1, 0], 3, isWrong, () => false)).toEqual({ order: [2, 1, 0], isFewest: false })
  const needsAll = (order: Order) => order.length === 10 && order[9] === 0
  expect((await shrunk([1, 2, 3, 4, 5, 6, 7, 8, 9, 0], 10, needsAll)).isFewest).toBe(false)
})

it('does not judge an order by events that are refused even undisturbed', async () => {
  const receiver = modelReceiver(
    ['a', 'b'],
    () => [] as string[],
    (state, { name }) => {
      state.push(name)
      return name === 'a' ? 400 : 204
    },
  )
  expect(await createTrial(receiver).failing([1, 0])).toBeUndefined()
})
