import { expect, test } from 'vitest'
import type { OrganizationHandle } from '../../emulator/index.js'
import { temporaryFolder } from './child.js'
import { makePlace, pushBody, requireOk, startService } from './service.js'

/** Everything one run says and sends, byte for byte. */
async function wholeRun(randomSeed: number): Promise<string[]> {
  const said: string[] = []
  const service = await startService({
    randomSeed,
    outbound: async ({ url, headers, body }) => {
      said.push(JSON.stringify([url, headers, Buffer.from(body).toString()]))
      return { status: 200 }
    },
  })
  const { call, control, emulator } = service
  const note = async (answer: Promise<{ status: number; headers: object; text: string }>) => {
    const { status, headers, text } = await answer
    said.push(JSON.stringify([status, headers, text]))
    await emulator.idle()
  }
  await note(control('POST', '/subscriptions', { url: 'http://127.0.0.1:9/', events: ['content.pushed'], local: true }))
  await note(control('POST', '/keys', { label: 'k', environment: 'live', scope: 'push' }))
  const place = await makePlace(service)
  await note(call('POST', '/content/push', pushBody(place, ['Good.', 'Bad.'])))
  await note(control('POST', '/clock/advance', { by: '10m' }))
  await note(call('GET', `/sources/${place.survey_id}/analysis`))
  await note(call('GET', '/nowhere'))
  await note(control('GET', '/deliveries'))
  await note(control('POST', '/reset'))
  await note(call('GET', '/me'))
  await emulator.close()
  return said
}

test('the same seed and the same requests give the same bytes: answers, headers, identifiers, secrets, webhooks', async () => {
  const [first, second, other] = [await wholeRun(7), await wholeRun(7), await wholeRun(8)]
  expect(second).toEqual(first)
  expect(first.length).toBeGreaterThan(9)
  expect(other).not.toEqual(first)
})

/** What one organisation is given at random. */
async function drawnBy({ control }: OrganizationHandle): Promise<string[]> {
  const key = await control.createKey({ body: { label: 'k', environment: 'test', scope: 'push' } })
  const rotated = await control.rotateKey({ params: { id: key.id } })
  const url = 'http://127.0.0.1:9/'
  const { secret } = await control.createSubscription({ body: { url, events: ['content.pushed'], local: true } })
  return [key.api_key, rotated.api_key, secret]
}

test('an organisation with a seed of its own gets the same, whatever others there are and do; without one, never', async () => {
  const { emulator: quiet } = await startService()
  const alone = await drawnBy(await quiet.createOrganization({ random_seed: 5 }))
  const { emulator: busy } = await startService({ randomSeed: 3 })
  const noise = await busy.createOrganization()
  await drawnBy(noise)
  const seeded = await busy.createOrganization({ random_seed: 5 })
  const [first, ...rest] = await Promise.all([drawnBy(seeded), drawnBy(noise)])
  expect(first).toEqual(alone)
  expect(rest).not.toContainEqual(alone)
  const twin = await drawnBy(await busy.createOrganization({ random_seed: 5 }))
  expect(twin[0]).not.toBe(alone[0])
  expect(await drawnBy(await quiet.createOrganization())).not.toEqual(await drawnBy(await quiet.createOrganization()))
  expect((await noise.control.getOrganization()).random_seed).toBeNull()
})

test('what was drawn before a restart is not drawn again after it', async () => {
  const dataDirectory = temporaryFolder()
  const drawn: string[] = []
  for (let start = 0; start < 3; start += 1) {
    const { emulator, control } = await startService({ dataDirectory, randomSeed: 7 })
    const key = requireOk(await control('POST', '/keys', { label: 'k', environment: 'test', scope: 'push' }))
    requireOk(await control('POST', '/undo', { to: 1 }))
    drawn.push(key.id, key.api_key)
    await emulator.close()
  }
  expect(new Set(drawn).size).toBe(drawn.length)
})
