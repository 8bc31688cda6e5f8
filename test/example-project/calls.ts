/** Wrong and right calls as a compiler in another project sees them; they are compiled, not run. */
import { type Client, type ControlClient, InpkError, pushFile } from 'inpk'
import { startEmulator } from 'inpk/emulator'
import { sign, verify } from 'inpk/webhooks'

async function wrongCalls(client: Client, control: ControlClient) {
  // @ts-expect-error a group has a name
  await client.createGroup()
  // @ts-expect-error a push has a body
  await client.pushContent({})
  // @ts-expect-error a task has an identifier
  await client.getTask()
  // @ts-expect-error an analysis is one of a source
  await client.getAnalysis({})
  // @ts-expect-error the identifier of a task is `task_id`
  await client.getTask({ params: { id: '1' } })
  // @ts-expect-error a limit is a number
  await client.listFeedback({ query: { limit: true } })
  // @ts-expect-error a limit is a number
  await client.listFeedback({ query: { limit: 'a' } })
  // @ts-expect-error an operation without a query takes none
  await client.getMe({ query: { limit: 1 } })
  // @ts-expect-error an erasure selects items
  await client.eraseFeedback({ body: { survey_id: '1' } })
  // @ts-expect-error there is no such filter
  await client.listFeedback({ query: { surveyid: '1' } })
  // @ts-expect-error there is no such operation
  await client.call('getGroup', {})
  // @ts-expect-error `call` asks for the same as the method
  await client.call('getTask')
  const source = { survey_series_id: '1', survey_title: 'A' }
  // @ts-expect-error there is no such type of question
  await client.createSource({ body: { ...source, questions: [{ type: 'NOPE', question_text: 'Why?' }] } })
  // @ts-expect-error a key has an identifier
  await control.getKey()
  // @ts-expect-error a clock is advanced by a duration
  await control.advanceClock()
  // @ts-expect-error a file is pushed to a source
  await pushFile(client, 'reviews.csv', {})
  // @ts-expect-error each() turns the pages itself
  client.each.feedback({ query: { cursor: 'x' } })
  // @ts-expect-error the recipients are those of an invite
  client.each.inviteRecipients()
  // @ts-expect-error a request has no such member
  for await (const { url } of control.each.requests()) void url
  // @ts-expect-error a port is a number
  await startEmulator({ port: '4600' })
  // @ts-expect-error a signature is made of a body
  sign('secret')
}

async function rightCalls(client: Client, control: ControlClient) {
  await client.getMe()
  await client.listSources()
  await client.listFeedback({ query: { survey_id: '1', limit: 50 } })
  await client.listFeedback({ query: { limit: '50' } })
  await client.getTask({ params: { task_id: 't' }, signal: AbortSignal.timeout(1) })
  await client.getAnalysis({ params: { id: '1' }, query: { period_key: '2026-02' } })
  await client.call('createGroup', { body: { name: 'Support' }, idempotencyKey: 'k' })
  const questions = [{ type: 'long_answer' as const, question_text: 'Why?' }]
  await client.createSource({ body: { survey_series_id: '1', survey_title: 'A', questions } })
  await control.getClock()
  await control.getKey({ params: { id: '1' } })
  await control.listFaults({ query: { limit: 5 } })
  await client.eraseFeedback({ body: { customer_id: 'c', survey_id: '1' } })
  for await (const { survey_id } of client.each.sources({ limit: 10 })) survey_id.trim()
  for await (const { text } of client.each.feedback({ query: { survey_id: '1' } })) text.trim()
  for await (const { path, status } of control.each.requests({ query: { operation: 'mcp' } })) void [path, status + 1]
  const { inserted } = await pushFile(client, 'reviews.csv', {
    source: 'Reviews',
    onProgress: ({ phase }) => void phase,
  })
  const emulator = await startEmulator({ port: 0, clock: { mode: 'frozen', now: 0 } })
  const organization = await emulator.createOrganization({ name: 'Mine' })
  await organization.control.createFault({ body: { operation: 'pushContent', kind: 'status', status: 503, times: 1 } })
  return verify(['secret'], new Uint8Array(inserted), sign('secret', 'body'))
}

function explain(error: unknown): string {
  if (!(error instanceof InpkError)) throw error
  return [error.code, error.message, error.hint].join(' ')
}

void [wrongCalls, rightCalls, explain]
