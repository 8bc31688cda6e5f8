import { createControlClient } from 'inpk'
import { test } from 'inpk/vitest'
import { describe, expect, inject } from 'vitest'

const NAMES = ['first', 'second', 'third']
let arrived = 0
let letAllGo = () => {}
/** Resolves when every test has its organisation: one after the other they would wait for ever. */
const together = new Promise((resolve) => {
  letAllGo = resolve
})

describe.concurrent('tests at the same time', () => {
  for (const name of NAMES) {
    test(`the ${name} has an organisation of its own on the emulator of the run`, async ({
      organization,
      emulator,
    }) => {
      const { client, id } = organization
      arrived += 1
      if (arrived === NAMES.length) letAllGo()
      await together
      expect(await client.createGroup({ body: { name: 'Support' } })).toMatchObject({ created: true })
      expect(await client.createGroup({ body: { name } })).toMatchObject({ created: true, survey_series_id: '2' })
      expect(emulator.baseUrl).toBe(inject('inpkEmulator').baseUrl)
      expect(id).not.toBe('1')
    })
  }
})

test('their organisations are gone with them', async ({ emulator, organization }) => {
  const { items } = await createControlClient(emulator).listOrganizations()
  expect(items.map(({ org_id }) => org_id)).toContain(organization.id)
  // The default one, this test's, and at most one of the other file, which runs in another worker.
  expect(items.length).toBeLessThanOrEqual(3)
})

test('a test may delete its own', async ({ organization }) => {
  await organization.delete()
  await expect(organization.client.getMe()).rejects.toMatchObject({ status: 401 })
})
