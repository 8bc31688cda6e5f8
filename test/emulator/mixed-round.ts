import { handSignIn } from './oauth/sign-in.js'
import { bulkBody, type Json, makePlace, type Place, pushBody, requireOk, type Service } from './service.js'

const HOOK = 'https://127.0.0.1:9/hook'
const TEMPLATE = {
  subject: 'How was it?',
  text: '{{survey_link}}',
  html: '<a href="{{survey_link}}">Go</a>',
  variables: [],
}

/** What stays from round to round: a group that tracks, a source with a template, and one report subscription. */
export async function prepareRounds({ call, control }: Service): Promise<Place> {
  const place = await makePlace({ call })
  requireOk(await control('PUT', `/invite-templates/${place.survey_id}`, TEMPLATE))
  requireOk(await control('PUT', '/sender-domain', { domain: 'mail.example.com', status: 'verified' }))
  requireOk(await control('PATCH', `/groups/${place.survey_series_id}`, { tracking: 'weekly' }))
  requireOk(await control('POST', '/reports', { feedback_group_id: place.survey_series_id }))
  return place
}

/** One of nearly everything that can be done, and everything that was made by name taken away again. */
export async function mixedRound(service: Service, place: Place, round: number): Promise<void> {
  const { call, control, emulator } = service
  const ok = async (method: string, path: string, body?: Json) => requireOk(await control(method, path, body))
  const once = { idempotencyKey: `key-${round}` }
  const hook = await ok('POST', '/subscriptions', { url: HOOK, events: ['content.pushed', 'invites.completed'] })
  const lease = { url: HOOK, events: ['content.pushed'], local: true, lease_seconds: 1 }
  const listener = await ok('POST', '/subscriptions', lease)
  const key = await ok('POST', '/keys', { label: 'CI', environment: 'live', scope: 'all' })
  const monitor = await ok('POST', '/monitors', { name: 'Late', query: ['late'], threshold: 1, alerts: true })
  await ok('POST', '/snapshots', { name: `round-${round}` })
  const items = [1, 2].map((at) => ({
    text: `Text ${round}.${at} is late`,
    customer_id: 'crowd',
    external_id: `${round}.${at}`,
  }))
  requireOk(await call('POST', '/content/push', pushBody(place, items), { key: key.api_key, ...once }))
  requireOk(
    await call('POST', '/content/push/bulk', bulkBody(place, [{ text: 'More', customer_id: 'crowd' }]), {
      idempotencyKey: `bulk-${round}`,
    }),
  )
  await call('POST', '/content/push', { nonsense: round })
  await call('GET', `/nowhere/${round}`, undefined, { headers: { authorization: 'Bearer none' } })
  const recipients = [{ email: `a${round}@example.com` }, { email: `bounce${round}@example.com` }]
  requireOk(await call('POST', `/sources/${place.survey_id}/invites`, { recipients }))
  await ok('POST', '/faults', { operation: 'getMe', kind: 'status', status: 503, times: 1 })
  await call('GET', '/me')
  await ok('PATCH', '', { random_seed: round })
  await signInAndOut(service)
  await ok('POST', '/clock/advance', { by: '7d' })
  requireOk(await call('GET', `/sources/${place.survey_id}/analysis`))
  await ok('POST', '/snapshots', { name: 'again' })
  await ok('POST', `/snapshots/round-${round}/restore`)
  await ok('POST', '/undo', { to: (await ok('GET', '/log?limit=1')).items[0].seq - 1 })
  await guest(emulator, round)
  requireOk(await call('POST', '/feedback/erase', { customer_ids: ['crowd'] }))
  await ok('DELETE', `/snapshots/round-${round}`)
  await ok('DELETE', `/monitors/${monitor.id}`)
  await ok('DELETE', `/keys/${key.id}`)
  for (const { id } of [hook, listener]) await control('DELETE', `/subscriptions/${id}`)
  await emulator.idle()
}

async function signInAndOut(service: Service): Promise<void> {
  const { signIn, refresh } = handSignIn(service)
  const { clientId, refresh_token } = await signIn()
  await refresh(clientId, refresh_token)
  const { items } = requireOk(await service.control('GET', '/connections'))
  const { id } = items.find(({ state }: Json) => state === 'approved')
  requireOk(await service.control('DELETE', `/connections/${id}`))
}

/** An organisation that comes with a round and goes with it. */
async function guest(emulator: Service['emulator'], round: number): Promise<void> {
  const own = await emulator.createOrganization({ name: `Guest ${round}` })
  const group = await own.client.createGroup({ body: { name: 'Support' } })
  if (!group.created) throw new Error('the group was there')
  await own.delete()
}
