import { expect, test } from 'vitest'
import { makePlace, pushBody, startService } from './service.js'

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
