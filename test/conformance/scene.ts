import { expect } from 'vitest'
import type { Answer, Ask, Json } from './exchange.js'
import type { Organization } from './organization.js'

/** What most tests need: a group with a published source (a text, a long and a choice question) and a draft. */
export interface Scene {
  groupId: string
  groupName: string
  sourceId: string
  textId: string
  longId: string
  choiceId: string
  draftId: string
  draftTextId: string
  draftChoiceId: string
}

export const QUESTIONS = [
  { type: 'TEXT', question_text: 'What happened?' },
  { type: 'DEPTH_TEXT', question_text: 'Tell us more.' },
  { type: 'SCQ', question_text: 'Which shop?', options: ['North', 'South'] },
]

let count = 0
/** A name no other test uses, on any service. */
export function uniqueName(start = 'Conformance'): string {
  count += 1
  return `${start} ${Date.now().toString(36)}-${process.pid}-${count}`
}

/** An idempotency key no other test uses. */
export function freshKey(): { idempotencyKey: string } {
  return { idempotencyKey: uniqueName('key').replaceAll(' ', '-') }
}

/** The payload of an answer that must be a success. */
export function payloadOf(answer: Answer, status = 200): Json {
  expect(answer.status, answer.text.slice(0, 500)).toBe(status)
  return answer.payload
}

/** The answer is this refusal; `path` is a key of its field map. */
export function expectRefusal(answer: Answer, status: number, code: string, path?: string): void {
  expect([answer.status, answer.json?.error?.code], answer.text.slice(0, 500)).toEqual([status, code])
  if (path !== undefined)
    expect(Object.keys(answer.json.error.details ?? {}), answer.text.slice(0, 500)).toContain(path)
}

/** Refused as invalid, the offending member named. */
export function expectInvalid(answer: Answer, path?: string): void {
  expectRefusal(answer, 400, 'VALIDATION_ERROR', path)
}

export async function createGroup(org: Organization, name = uniqueName()): Promise<string> {
  return payloadOf(await org.post('/survey_series/create', { name })).survey_series_id
}

export async function createSource(
  org: Organization,
  groupId: string,
  members: Record<string, unknown> = {},
): Promise<Json> {
  const body = { survey_series_id: groupId, survey_title: uniqueName('Source'), questions: QUESTIONS, ...members }
  return payloadOf(await org.post('/survey/create', body))
}

export async function publish(org: Organization, sourceId: string): Promise<Json> {
  return payloadOf(await org.post('/survey/publish', { survey_id: sourceId }))
}

/** The scene, made anew; found in the listing where nothing may be changed. */
export async function openScene(org: Organization): Promise<Scene> {
  if (org.target.readOnly) return findScene(org)
  const groupName = uniqueName()
  const groupId = await createGroup(org, groupName)
  const published = await createSource(org, groupId)
  await publish(org, published.survey_id)
  return sceneOf({ survey_series_id: groupId, name: groupName }, published, await createSource(org, groupId))
}

async function findScene(org: Organization): Promise<Scene> {
  const groups: Json[] = payloadOf(await org.get('/surveys/list?limit=200')).survey_series
  for (const group of groups) {
    const published = group.surveys.find(
      (source: Json) => source.mode === 'ACCESSIBLE' && choice(source) && text(source),
    )
    const draft = group.surveys.find((source: Json) => source.mode === 'EDITING' && text(source))
    if (published && draft) return sceneOf(group, published, draft)
  }
  return org.skip('the service has no group with a published source (a text and a choice question) and a draft')
}

const text = (source: Json) => source.questions.find((question: Json) => question.accepts_text)
const choice = (source: Json) => source.questions.find((question: Json) => !question.accepts_text)

function sceneOf(group: Json, published: Json, draft: Json): Scene {
  const long = published.questions.filter((question: Json) => question.accepts_text)[1] ?? text(published)
  return {
    groupId: group.survey_series_id,
    groupName: group.name,
    sourceId: published.survey_id,
    textId: text(published).question_id,
    longId: long.question_id,
    choiceId: choice(published).question_id,
    draftId: draft.survey_id,
    draftTextId: text(draft).question_id,
    draftChoiceId: choice(draft)?.question_id,
  }
}

/** The body of a push to the scene's text question. */
export function pushBody(scene: Scene, content: unknown, members: Record<string, unknown> = {}) {
  return {
    survey_series_id: scene.groupId,
    survey_id: scene.sourceId,
    question: { question_id: scene.textId, content },
    ...members,
  }
}

/** The body of a bulk push of `[question id, content]` pairs. */
export function bulkBody(scene: Scene, questions: [string, unknown][], members: Record<string, unknown> = {}) {
  return {
    survey_series_id: scene.groupId,
    survey_id: scene.sourceId,
    questions: questions.map(([question_id, content]) => ({ question_id, content })),
    ...members,
  }
}

export function push(org: Organization, scene: Scene, content: unknown, ask: Ask = {}): Promise<Answer> {
  return org.post('/content/push', pushBody(scene, content), ask)
}

/** Items with the ids `prefix-1` … `prefix-count`. */
export function items(length: number, prefix = 'item'): { text: string; external_id: string }[] {
  return Array.from({ length }, (_, index) => ({
    text: `${prefix} number ${index + 1}`,
    external_id: `${prefix}-${index + 1}`,
  }))
}

/** All items of `GET /feedback`, page by page. */
export async function allFeedback(org: Organization, query = '', ask: Ask = {}): Promise<Json[]> {
  const found: Json[] = []
  let cursor: string | null = null
  do {
    const place: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page: Json = payloadOf(await org.get(`/feedback?limit=200${query}${place}`, ask))
    found.push(...page.items)
    cursor = page.pagination.next_cursor
  } while (cursor !== null)
  return found
}

/** The items of the scene's own source. */
export function feedbackOf(org: Organization, scene: Scene): Promise<Json[]> {
  return allFeedback(org, `&source_id=${scene.sourceId}`)
}

/** The source as the listing shows it. */
export async function listedSource(org: Organization, sourceId: string): Promise<Json> {
  const page = payloadOf(await org.get(`/surveys/list?survey_id=${sourceId}`))
  return page.survey_series[0]?.surveys[0]
}

/** `credits.used` of the organisation. */
export async function creditsUsed(org: Organization): Promise<number> {
  return payloadOf(await org.get('/me')).credits.used
}
