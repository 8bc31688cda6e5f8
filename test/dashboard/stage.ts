import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Emulator } from '../../emulator/index.js'
import { type ControlClient, createControlClient } from '../../src/client/control.js'
import { createClient } from '../../src/client/index.js'

export interface Stage {
  control: ControlClient
  source: string
  group: string
  close(): void
}

const TEXTS = [
  'The delivery came three days late and the parcel was damaged.',
  'Great support, the agent answered within a minute. Thank you!',
  'The app crashes when I open the invoice.',
  'I was charged twice and want a refund.',
  'Lovely coffee machine, very quiet.',
  'Login fails after the update, password reset does not help.',
]

const MAIL =
  '<p style="color:#334">Dear {{name}}, how was it?</p><script>document.title="ran"</script><img src="https://example.com/x.png">'

/** An organisation in which every page has something to show. */
export async function setStage(emulator: Emulator): Promise<Stage> {
  const control = createControlClient({ dashboardUrl: emulator.dashboardUrl })
  const client = createClient({ baseUrl: emulator.baseUrl, apiKey: emulator.apiKeys.test.all })
  const receiver = await openReceiver()
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`
  await control.createSubscription({ body: { url, events: ['content.pushed', 'analysis.completed'], local: true } })
  const { survey_series_id: group } = await client.createGroup({ body: { name: 'Support' } })
  await control.updateGroup({ params: { id: group }, body: { tracking: 'monthly' } })
  const { survey_id, questions } = await client.createSource({
    body: {
      survey_series_id: group,
      survey_title: 'Tickets',
      questions: [{ type: 'TEXT', question_text: 'What happened?' }],
    },
  })
  await client.publishSource({ body: { survey_id } })
  const content = Array.from({ length: 120 }, (_, index) => ({
    text: `${TEXTS[index % TEXTS.length]} (${index})`,
    external_id: `ticket-${index}`,
    rating: (index % 5) + 1,
  }))
  const question = { question_id: questions[0]!.question_id, content }
  await client.pushContent({ body: { survey_series_id: group, survey_id, question } })
  await control.createMonitor({ body: { name: 'Refunds', query: ['refund'], threshold: 5, alerts: false } })
  await control.createFault({ body: { operation: 'getMe', kind: 'status', status: 503, times: 1, after: 99 } })
  await control.saveSnapshot({ body: { name: 'before' } })
  await sendMail(control, client, survey_id)
  await emulator.idle()
  return { control, source: survey_id, group, close: () => void receiver.close() }
}

async function sendMail(control: ControlClient, client: ReturnType<typeof createClient>, source: string) {
  await control.setSenderDomain({ body: { domain: 'mail.example.com', status: 'verified' } })
  const body = {
    subject: 'How was it?',
    text: 'Dear {{name}}',
    html: MAIL,
    variables: [{ name: 'name', required: true }],
  }
  await control.setTemplate({ params: { source_id: source }, body })
  const recipients = [{ email: 'ada@example.org', variables: { name: 'Ada' } }]
  await client.sendInvites({ params: { id: source }, body: { recipients } })
  await control.advanceClock({ body: { by: '10m' } })
}

function openReceiver(): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(204).end()
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}
