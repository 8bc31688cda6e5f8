import { expect, test } from 'vitest'
import { startEmulator } from '../../emulator/index.js'
import { createClient } from '../../src/client/index.js'

const TEMPLATE = { subject: 'Hello', text: '{{survey_link}}', html: '<p>Hello</p>', variables: [] }

test.each(['?dry_run', '?preview', 'options.dry_run'])(
  'invites are previewed where a service takes %s',
  async (name) => {
    const facts = { 'body:sendInvites.dry_run': { name } }
    const emulator = await startEmulator({ listen: false, facts })
    try {
      const sent: string[] = []
      const client = createClient({
        baseUrl: emulator.baseUrl,
        apiKey: emulator.apiKeys.test.all,
        facts,
        transport: (request) => {
          sent.push(`${new URL(request.url).search} ${Buffer.from(request.body ?? '').toString()}`)
          return emulator.handle(request)
        },
      })
      const { survey_series_id } = await client.createGroup({ body: { name: 'Support' } })
      const { survey_id } = await client.createSource({ body: { survey_series_id, survey_title: 'Tickets' } })
      await client.publishSource({ body: { survey_series_id, survey_id } })
      const control = (path: string, body: object) =>
        emulator.handle({
          method: 'PUT',
          url: `${emulator.dashboardUrl}/_emulator/orgs/1${path}`,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      await control(`/invite-templates/${survey_id}`, TEMPLATE)
      await control('/sender-domain', { domain: 'mail.example.com', status: 'verified' })
      const recipients = [{ email: 'ada@example.com' }]
      const answer = await client.sendInvites({ params: { id: survey_id }, body: { recipients, dry_run: true } })
      expect(answer).toMatchObject({ dry_run: true, accepted: 1, previews: [{ email: 'ada@example.com' }] })
      expect(sent.at(-1)).toContain(name.startsWith('?') ? `${name}=true` : '"options":{"dry_run":true}')
    } finally {
      await emulator.close()
    }
  },
)
