/** The package as a project in TypeScript sees it; it is compiled, not run. */
import { type ControlClient, createClient, createControlClient, type ServiceError } from 'inpk'
import { connectEmulator, type Emulator, startEmulator } from 'inpk/emulator'
import { type OrganizationHandle, test as plain, testWith } from 'inpk/vitest'
import { setup, setupWith } from 'inpk/vitest/setup'
import { sign, verify } from 'inpk/webhooks'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'

const test = testWith({ seed: { groups: [] }, rate_limits: false }).extend({ extra: 1 })

test('typed', async ({ organization, emulator, extra }) => {
  const handle: OrganizationHandle = organization
  const control: ControlClient = handle.control
  const { created, survey_series_id } = await handle.client.createGroup({ body: { name: 'Support' } })
  const known: [boolean, string] = [created, survey_series_id]
  // @ts-expect-error a group has a name
  await handle.client.createGroup({ body: { nam: 'Support' } })
  // @ts-expect-error a clock is advanced by a duration
  await control.advanceClock({ body: { by: 6 } })
  const shared: string | undefined = inject('inpkEmulator')?.baseUrl
  return void [known, extra.toFixed(), shared, emulator.baseUrl]
})

plain('plain', ({ organization }) => void organization.keys.live.send)

async function setUp(project: TestProject) {
  const stops = [await setup(project), await setupWith({ strict: true })(project)]
  const emulator: Emulator = await startEmulator({ dataDirectory: null, clock: { mode: 'frozen', now: 0 } })
  const { now } = await emulator.control.getClock()
  const me = await createClient({ baseUrl: emulator.baseUrl, apiKey: emulator.apiKeys.test.push }).getMe()
  const frozen = { mode: 'frozen', now: '2026-01-01T00:00:00Z' } as const
  const { environment } = await connectEmulator(emulator).createOrganization({ clock: frozen })
  for (const stop of stops) await stop()
  return [now.length, me, environment.INPK_API_KEY, createControlClient(emulator), verify('a', 'b', sign('a', 'b'))]
}

const codeOf = (error: ServiceError): string => error.code

void [setUp, codeOf]
