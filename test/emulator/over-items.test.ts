import { expect, it } from 'vitest'
import { createMutex, type Organization } from '../../emulator/core/organization.js'
import { overItems } from '../../emulator/core/over-items.js'

/** A world of one source whose file has a generation. */
function worldOf(file: { generation: number }): Organization {
  const presentItems = () => [{ sourceId: 1, extent: { generation: file.generation } }]
  return { runExclusive: createMutex(), store: { presentItems } } as unknown as Organization
}

const lookAt =
  ({ store }: Organization) =>
  async () => ({ present: store.presentItems() })

it('who reads many items holds up no write', async () => {
  const world = worldOf({ generation: 1 })
  let written = false
  const result = await overItems(world, lookAt(world), async () => {
    await world.runExclusive(async () => {
      written = true
    })
    return 'read'
  })
  expect({ result, written }).toEqual({ result: 'read', written: true })
})

it.each([
  ['items were erased', (file: { generation: number }) => Object.assign(file, { generation: 2 })],
  ['a file was gone', () => Promise.reject(new Error('rows are missing'))],
])('where %s meanwhile, all is read again alone', async (_why, meanwhile) => {
  const file = { generation: 1 }
  const world = worldOf(file)
  let reads = 0
  const result = await overItems(world, lookAt(world), async ({ present }) => {
    reads += 1
    if (reads === 1) await meanwhile(file)
    return present[0]!.extent!.generation
  })
  expect({ result, reads }).toEqual({ result: file.generation, reads: 2 })
})
