import type { ChoiceId, Choices } from './choices.js'
import { createJudge } from './described.js'
import type { ForeignResponse, Route } from './route.js'
import { createForeignService, type ForeignOptions, findRoute } from './service.js'
import { chosen } from './shape.js'

type Json = Record<string, unknown>

/** A service and a way to call it that knows its choices; every answer is held against its own description. */
export function openForeign(choices: Partial<Choices>, options: ForeignOptions = {}) {
  let now = Date.parse('2026-03-01T10:00:00.000Z')
  const service = createForeignService(choices, { now: () => now, perKeyPerMinute: 300, ...options })
  const c = service.choices
  const judge = createJudge(service.describe(), c['description.dialect'] !== 'spring')
  const unlike: string[] = []

  function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): ForeignResponse {
    const bytes = body === undefined ? undefined : body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body))
    const all = { authorization: `Bearer ${service.keyWith('all')}`, ...headers }
    const answer = service.handle({ method, path, headers: all, body: bytes })
    const json = JSON.parse(JSON.stringify(answer.body))
    const route = findRoute(service.routes, method, path.split('?')[0]!)?.route
    if (route && answer.status < 300) note(route, answer.status, json)
    return { ...answer, body: json }
  }

  /** The description shows the `data` envelope or not, whichever the answers have now: payload is held against payload. */
  function note(route: Route, status: number, body: Json): void {
    const payload = c.envelope === 'data' ? body.data : body
    const fault = judge(
      route.method,
      route.path,
      status,
      c['description.envelope'] === 'data' ? { data: payload } : payload,
    )
    if (fault && c['description.detail'] !== 'nothing') unlike.push(fault)
  }

  /** The payload of a request that succeeds. */
  function call(method: string, path: string, body?: unknown): Json {
    const answer = send(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return (c.envelope === 'data' ? (answer.body as Json).data : answer.body) as Json
  }

  /** A payload from under the noun that this service put around it. */
  const inside = (id: ChoiceId, payload: Json) => (chosen(c, id) ? (payload[chosen(c, id)!] as Json) : payload)
  /** The items of a page, which may be all of it. */
  const itemsOf = (payload: unknown) =>
    (Array.isArray(payload) ? payload : (payload as Json)[chosen(c, 'feedback.list')!]) as Json[]
  return {
    itemsOf,
    service,
    c,
    send,
    call,
    inside,
    unlike,
    at: (path: string) => `${c.prefix}${path}`,
    wait: (ms: number) => {
      now += ms
    },
  }
}

export type Foreign = ReturnType<typeof openForeign>

/** A group and a published source with two text questions and one without; made through the API. */
export function stageForeign({ service, c, call }: Foreign) {
  call('POST', '/api/input/survey_series/create', { name: 'Support' })
  const group = service.state.groups[0]!
  const question = (text: string, type: string) => ({
    [chosen(c, 'question.text')!]: text,
    [chosen(c, 'question.type')!]: type,
  })
  call('POST', '/api/input/survey/create', {
    survey_series_id: String(group.id),
    survey_title: 'Tickets',
    feedback_type: 'support_ticket',
    questions: [
      question('What happened?', 'DEPTH_TEXT'),
      question('And then?', 'short_answer'),
      question('How likely?', 'NPS'),
    ],
  })
  const source = service.state.sources[0]!
  const ids = { survey_series_id: String(group.id), survey_id: String(source.id) }
  return { group, source, ids, publish: () => call('POST', '/api/input/survey/publish', publishingOf(c, ids)) }
}

/** A body of several parts. */
function multipart(parts: Record<string, string>, file: [name: string, text: string]) {
  const boundary = 'a-boundary-of-a-test'
  const piece = (head: string, text: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`
  const text = [
    ...Object.entries(parts).map(([name, value]) => piece(`name="${name}"`, value)),
    piece(`name="${file[0]}"; filename="a.csv"`, file[1]),
  ].join('')
  return { body: Buffer.from(`${text}--${boundary}--\r\n`), type: `multipart/form-data; boundary=${boundary}` }
}

/** A body that erases by one identifier: what a customer said, unless it is another kind. */
export function erasureOf(c: Choices, id: string, kind: 'customer_id' | 'external_id' = 'customer_id'): Json {
  const camel = c.casing === 'camel'
  const plural = kind === 'customer_id' ? 'customer_ids' : 'external_ids'
  const forms: Record<Choices['erase.form'], Json> = {
    'plural lists': { [camel ? plural.replace('_i', 'I') : plural]: [id] },
    'singular lists': { [kind]: [id] },
    'id_type ids': { [camel ? 'idType' : 'id_type']: kind, ids: [id] },
    'one at a time': { [kind]: id },
    selectors: { selectors: [{ [kind]: id }] },
  }
  return forms[c['erase.form']]
}

/** What publishing asks for. */
export function publishingOf(c: Choices, ids: Record<'survey_series_id' | 'survey_id', string>): Json {
  return c['publish.body'] === 'both ids' ? ids : { [chosen(c, 'publish.body')!]: ids.survey_id }
}

const ROW = 'Id,Comment\nU-1,"He said ""no, thanks"""\n'

/** An upload of one row with quotes in it: its address, its body and its headers. */
export function uploadOf(
  c: Choices,
  { survey_series_id, survey_id, question_id }: Record<'survey_series_id' | 'survey_id' | 'question_id', string>,
): [path: string, body: Buffer, headers: Record<string, string>] {
  const columns: [string, string][] = [
    ['text', 'Comment'],
    ['external_id', 'Id'],
  ]
  const name = chosen(c, 'upload.mapping')!
  const forms: Record<Choices['upload.form'], Record<string, string>> = {
    'member to column': { [name]: JSON.stringify(Object.fromEntries(columns)) },
    'column to member': {
      [name]: JSON.stringify(Object.fromEntries(columns.map(([member, column]) => [column, member]))),
    },
    'list of pairs': { [name]: JSON.stringify(columns.map(([member, column]) => ({ column, member }))) },
    parts: { text_column: 'Comment', external_id_column: 'Id' },
  }
  const [group, question] = [chosen(c, 'upload.group'), chosen(c, 'upload.question')]
  const ids = {
    [chosen(c, 'upload.source')!]: survey_id,
    ...(group && { [group]: survey_series_id }),
    ...(question && { [question]: question_id }),
  }
  const mapping = forms[c['upload.form']]
  const path = (query: Record<string, string>) => `${c.prefix}/feedback/upload?${new URLSearchParams(query)}`
  if (c['upload.media'] !== 'form')
    return [path({ ...ids, ...mapping }), Buffer.from(ROW), { 'content-type': 'text/csv' }]
  const isApart = c['upload.ids'] === 'query'
  const { body, type } = multipart(isApart ? mapping : { ...ids, ...mapping }, [chosen(c, 'upload.file')!, ROW])
  return [path(isApart ? ids : {}).replace(/\?$/, ''), body, { 'content-type': type }]
}
