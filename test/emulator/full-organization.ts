import { makePlace, pushBody, requireOk, type Service, startService } from './service.js'

/** An emulator whose organisation has a row in nearly every table. */
export async function fullOrganization(): Promise<Service> {
  const service = await startService({ outbound: async () => ({ status: 500 }) })
  const { call, control } = service
  const place = await makePlace(service)
  const ok = async (path: string, body: object, method = 'POST') => requireOk(await control(method, path, body))
  await ok('/subscriptions', { url: 'http://127.0.0.1:9/hook', local: true, events: ['content.pushed', 'flag.raised'] })
  await ok('/monitors', { name: 'Delay', query: ['late'], threshold: 1, source_id: null, alerts: true })
  await ok(`/groups/${place.survey_series_id}`, { tracking: 'weekly' }, 'PATCH')
  await ok('/reports', { feedback_group_id: place.survey_series_id })
  await ok('/faults', { operation: 'getMe', kind: 'latency', times: 3, ms: 0 })
  await ok('/analysis-rules', { items: [{ pattern: 'late', sentiment: 'negative' }] }, 'PUT')
  await ok('/sender-domain', { domain: 'mail.example.com', status: 'verified' }, 'PUT')
  const variables = [{ name: 'constructor', required: false }]
  const template = { subject: 'Hello', text: 'Hi {{constructor}}', html: '<p>Hi</p>', variables }
  await ok(`/invite-templates/${place.survey_id}`, template, 'PUT')
  requireOk(
    await call('POST', '/content/push', pushBody(place, [{ text: 'It was late', external_id: 'a' }, 'Fine']), {
      idempotencyKey: 'once',
    }),
  )
  const bulk = {
    survey_series_id: place.survey_series_id,
    survey_id: place.survey_id,
    questions: [{ question_id: place.question_id, content: ['One'] }],
  }
  requireOk(await call('POST', '/content/push/bulk', bulk))
  const recipients = [{ email: 'a@example.com' }, { email: 'bounce@example.com' }]
  requireOk(await call('POST', `/sources/${place.survey_id}/invites`, { recipients }))
  await ok('/clock/advance', { by: '8d' })
  return service
}
