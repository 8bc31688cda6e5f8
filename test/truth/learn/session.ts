import type { SeenExchange } from '../../../src/truth/learn/evidence/evidence.js'
import { readForm } from '../../../src/truth/learn/evidence/form.js'
import { type Foreign, openForeign, stageForeign, uploadOf } from '../../foreign/caller.js'
import type { Choices } from '../../foreign/choices.js'
import { queryAfter } from '../../foreign/list-pages.js'
import { cased, chosen, otherId } from '../../foreign/shape.js'

type Json = Record<string, unknown>

/** An exchange, and its body as it was sent. */
export type RecordedExchange = SeenExchange & { sent?: { type: string; text: string } }

/** What an application that knows the service does in a day, as it would be recorded; and `after` it, what else it does. */
export function recordSession(choices: Choices, after?: (foreign: Foreign) => void): RecordedExchange[] {
  const foreign = openForeign(choices)
  const { c, call, send, at, inside } = foreign
  const seen = listenTo(foreign)
  const name = (id: Parameters<typeof chosen>[1]) => chosen(c, id)!
  send('GET', '/api/input/me', undefined, { authorization: 'Bearer no' })
  send('POST', '/api/input/survey_series/create', { name: 'x' })
  call('GET', '/api/input/me')
  call('POST', '/api/input/survey_series/create', { name: 'Delivery desk' })
  const { ids, source, publish } = stageForeign(foreign)
  publish()
  call('GET', '/api/input/surveys/list')
  const question = (index: number) => String(otherId(c, 'question', source.questions[index]!.id))
  const content = [
    { text: 'The parcel was late again', external_id: 'T-1001', customer_id: 'C-77', channel: 'mail', language: 'en' },
    {
      text: 'Friendly people on the phone',
      external_id: 'T-1002',
      customer_id: 'C-78',
      channel: 'phone',
      language: 'de',
    },
  ]
  call('POST', '/api/input/content/push', {
    ...ids,
    question: { question_id: question(0), content },
    source_reference: 'morning-run',
  })
  const questions = [0, 1].map((index) => ({
    question_id: question(index),
    content: [{ text: `Answer ${index} of a bulk push`, external_id: `B-${index}00` }],
  }))
  call('POST', '/api/input/content/push/bulk', { ...ids, sync: true, questions })
  const task = inside('task.wrap', call('POST', '/api/input/content/push/bulk', { ...ids, questions }))
  for (let poll = 0; poll < 3; poll += 1) call('GET', at(c['task.path'].replace('{id}', String(task[name('task.id')]))))
  const few = new URLSearchParams(queryAfter(c, 'feedback', 0, 2))
  for (let page = 0; page < 2; page += 1) call('GET', `${at('/feedback')}?${few}`)
  const [since, until] = c['filter.times'].split(' ').map((each) => cased(c, each))
  call('GET', `${at('/feedback')}?${since}=2020-01-01T00:00:00Z&${until}=2027-01-01T00:00:00Z`)
  if (chosen(c, 'filter.external')) call('GET', `${at('/feedback')}?${name('filter.external')}=T-1001`)
  if (chosen(c, 'filter.customer')) call('GET', `${at('/feedback')}?${name('filter.customer')}=C-77`)
  if (chosen(c, 'filter.source')) call('GET', `${at('/feedback')}?${name('filter.source')}=${source.id}`)
  for (let read = 0; read < 2; read += 1) call('GET', at(`/sources/${source.id}/analysis`))
  const uploaded = send('POST', ...uploadOf(c, { ...ids, question_id: question(0) })).body as Json
  const upload = inside('task.wrap', (c.envelope === 'data' ? uploaded.data : uploaded) as Json)
  const uploadPath = c['upload.task'] === 'as all' ? c['task.path'] : c['upload.task']
  const uploadId = upload?.[name('task.id')]
  if (uploadId !== undefined)
    for (let poll = 0; poll < 3; poll += 1) call('GET', at(uploadPath.replace('{id}', String(uploadId))))
  const recipients = [{ [name('recipient.email')]: 'ann@example.org', variables: { name: 'Ann' } }]
  call('GET', at(`/sources/${source.id}/invite-template`))
  call('POST', at(`/sources/${source.id}/invites`), { recipients, dry_run: true })
  const sent = inside('invite.wrap', call('POST', at(`/sources/${source.id}/invites`), { recipients }))
  call('GET', at(`/invites/${sent[name('invite.id')]}`))
  call('GET', at(`/invites/${sent[name('invite.id')]}/recipients`))
  send('GET', at('/invites/none'))
  after?.(foreign)
  return seen
}

/** Notes every exchange from here on. */
function listenTo({ service }: ReturnType<typeof openForeign>): RecordedExchange[] {
  const seen: RecordedExchange[] = []
  const { handle } = service
  service.handle = (request) => {
    const answer = handle(request)
    const url = new URL(request.path, 'http://foreign')
    const json = JSON.parse(JSON.stringify(answer.body)) as Json
    const { 'content-type': type = 'application/json' } = request.headers
    const sent = request.body && { type, text: Buffer.from(request.body).toString() }
    const form = sent && type.startsWith('multipart') ? readForm(request.body!) : undefined
    const isJson = sent && type === 'application/json'
    seen.push({
      method: request.method,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      ...(isJson ? { requestBody: JSON.parse(sent.text) } : {}),
      ...(form ? { requestBody: form, isForm: true } : {}),
      ...(sent && { sent }),
      status: answer.status,
      responseHeaders: answer.headers,
      responseBody: json,
    })
    return answer
  }
  return seen
}
