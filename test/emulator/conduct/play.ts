import type { EmulatorOptions } from '../../../emulator/index.js'
import { encodeMultipart } from '../../../src/client/request-body.js'
import { type Answer, type Json, type Place, requireOk, type Service } from '../service.js'

/** What is to be seen of a service that plays an alternative; `with`: how that service is started besides. */
export interface Play {
  with?: EmulatorOptions
  see(service: Service): Promise<void>
}

/** Plays by behaviour and alternative, such as `trimming kept`. */
export type Plays = Record<string, Play>

/** A play of a service that needs nothing else. */
export const play = (see: Play['see'], options: EmulatorOptions = {}): Play => ({ see, with: options })

/** Makes a group, and gives its id. */
export async function makeGroup({ call }: Service, name: string): Promise<string> {
  return requireOk(await call('POST', '/survey_series/create', { name })).survey_series_id
}

/** Makes a source of text fields in a group, published unless it is already. */
export async function makeSource({ call }: Service, groupId: string, fields = 1): Promise<Json> {
  const questions = Array.from({ length: fields }, (_, index) => ({ type: 'TEXT', question_text: `Q${index}` }))
  const body = { survey_series_id: groupId, survey_title: 'Reviews', questions }
  const source = requireOk(await call('POST', '/survey/create', body))
  requireOk(await call('POST', '/survey/publish', { survey_id: source.survey_id }))
  return source
}

/** Pushes items to a field of a source. */
export function pushTo({ call }: Service, source: Json, content: unknown[], field = 0): Promise<Answer> {
  const question = { question_id: source.questions[field].question_id, content }
  return call('POST', '/content/push', {
    survey_series_id: source.survey_series_id,
    survey_id: source.survey_id,
    question,
  })
}

/** Uploads a CSV with the columns text and external_id, and gives its task when it has ended. */
export async function upload({ call, control, emulator }: Service, place: Place, rows: string[]): Promise<Json> {
  const members = {
    feedback_group_id: place.survey_series_id,
    source_id: place.survey_id,
    file: Buffer.from(`text,external_id\n${rows.join('\n')}\n`),
    mapping: { fields: { [place.question_id]: 'text' }, external_id: 'external_id' },
  }
  const form = encodeMultipart(members, { fileName: 'a.csv', random: () => 0.5 })
  const headers = { authorization: `Bearer ${emulator.apiKeys.live.all}`, ...form.headers }
  const url = `${emulator.baseUrl}/api/input/feedback/upload`
  const answer = await emulator.handle({ method: 'POST', url, headers, body: form.body })
  const { task_id: id } = JSON.parse(Buffer.from(answer.body).toString())
  await control('POST', '/clock/advance', { by: '1s' })
  return requireOk(await call('GET', `/feedback/upload/${id}`))
}

/** Lets the clock go on. */
export async function pass({ control }: Service, by: string): Promise<void> {
  requireOk(await control('POST', '/clock/advance', { by }))
}
