import type { JsonObject } from '../../../base/is-object.js'
import type { ControlClient } from '../../../client/control.js'
import type { Scope } from '../../../contract/scopes.js'
import type { Ask, Exchange, Probe } from '../probe.js'
import { codeOf, must, NotConfirmed, NotLooked } from '../rule.js'
import { assumedIn, entries } from '../scenery.js'
import type { Receiver } from './receiver.js'

/** What belongs to an emulator alone. */
interface Backstage {
  control: ControlClient
  orgId: string
  dashboardUrl: string
  /** With keys of the live environment. */
  live: Probe
  /** A receiver of webhooks on this machine. */
  receiver(): Promise<Receiver>
}

/** Where rules that store something are looked at: an organisation of an emulator, or the test environment of a service. */
export interface Stage {
  /** With keys of the test environment. */
  probe: Probe
  backstage: Backstage | undefined
  /** What was created so far, to erase and report. */
  made: Made
  /** A name that nothing else has. */
  unique(word: string): string
  /** The same probe with another key of scope `all`. */
  probeWith(apiKey: string): Probe
  /** The scene of this stage, made when first asked for. */
  scene(): Promise<Scene>
}

/** What a run leaves behind in a service. */
export interface Made {
  groups: string[]
  sources: string[]
  externalIds: string[]
  /** Items that have no id to erase them by. */
  plainItems: number
}

/** A group with a published source of three fields, and a draft. */
export interface Scene {
  groupId: string
  groupName: string
  sourceId: string
  textId: string
  longId: string
  choiceId: string
  draftId: string
}

/** A rule that stores something where it is looked at. */
export interface StagedRule {
  /** In rules.tsv. */
  id: string
  /** Takes so long by the clock of this machine that it is looked at only where it is asked for by name. */
  slow?: string
  look(stage: Stage): Promise<void>
}

/** Returns a rule that is checked on a stage. */
export function staged(id: string, look: StagedRule['look']): StagedRule {
  return { id, look }
}

/** The emulator's side of a stage; throws `NotLooked` on a service. */
export function backstageOf({ backstage }: Stage): Backstage {
  if (!backstage) throw new NotLooked("it needs an emulator's control API")
  return backstage
}

/** Moves the clock of the organisation on; what falls due runs before it returns. */
export async function advance(stage: Stage, by: string): Promise<void> {
  await backstageOf(stage).control.advanceClock({ body: { by } })
}

/** The payload of an answer that must be a success, of this status where one is given. */
export function success(exchange: Exchange, status?: number): JsonObject {
  const fits = status === undefined ? exchange.status >= 200 && exchange.status < 300 : exchange.status === status
  must(fits, `${exchange.about}: ${exchange.status} ${codeOf(exchange)}${placesOf(exchange)}`)
  return exchange.payload
}

/** ` (questions[0].text)`: what a refusal is about, as the service calls it. */
function placesOf({ fields }: Exchange): string {
  const places = Object.keys(fields ?? {})
  return places.length === 0 ? '' : ` (${places.join(', ')})`
}

/** A look at the transition from draft to published: there is none where a source is published at creation. */
export function requireDrafts({ probe }: Stage): void {
  const { rule } = probe.settings.contract.values['draft-at-creation']
  if (rule === 'published') throw new NotLooked('a new source is published at once (behaviour:draft-at-creation)')
}

/** Sends as a scope, by default `all` or whichever key is in use. */
export function post(stage: Stage, path: string, body: unknown, { as, ...ask }: Ask & { as?: Scope } = {}) {
  const { probe } = stage
  return as ? probe.as(as, 'POST', path, { body, ...ask }) : probe.send('POST', path, { body, ...ask })
}

/** A created source in the ledger, and a field of it. */
export const CREATED_SOURCE = 'result:createSource'
export const CREATED_FIELD = 'result:createSource.questions[]'

export const QUESTIONS = [
  { type: 'TEXT', question_text: 'What happened?' },
  { type: 'DEPTH_TEXT', question_text: 'Tell us more.' },
  { type: 'SCQ', question_text: 'Which shop?', options: ['North', 'South'] },
]

/** Makes a group; resolves to its identifier. */
export async function createGroup(stage: Stage, name = stage.unique('group'), as?: Scope): Promise<string> {
  const payload = success(await post(stage, '/survey_series/create', { name }, as ? { as } : {}))
  stage.made.groups.push(name)
  return assumedIn(payload, 'result:createGroup', 'survey_series_id')
}

/** Makes a source; resolves to its record. */
export async function createSource(
  stage: Stage,
  groupId: string,
  members: JsonObject = {},
  as?: Scope,
): Promise<JsonObject> {
  const title = stage.unique('source')
  const body = { survey_series_id: groupId, survey_title: title, questions: QUESTIONS, ...members }
  const payload = success(await post(stage, '/survey/create', body, as ? { as } : {}))
  stage.made.sources.push(String(body.survey_title))
  return payload
}

/** Makes the scene. */
export async function createScene(stage: Stage): Promise<Scene> {
  const groupName = stage.unique('group')
  const groupId = await createGroup(stage, groupName)
  const source = await createSource(stage, groupId)
  const sourceId = assumedIn(source, CREATED_SOURCE, 'survey_id')
  success(await post(stage, '/survey/publish', { survey_id: sourceId }))
  const draft = await createSource(stage, groupId)
  const [text, long, choice] = entries(source.questions).map((question) =>
    assumedIn(question, CREATED_FIELD, 'question_id'),
  )
  if (!text || !long || !choice) throw new NotConfirmed('a created source shows no questions')
  return {
    groupId,
    groupName,
    sourceId,
    textId: text,
    longId: long,
    choiceId: choice,
    draftId: assumedIn(draft, CREATED_SOURCE, 'survey_id'),
  }
}

/** A source as the listing shows it. */
export async function listedSource(stage: Stage, sourceId: string): Promise<JsonObject> {
  const { payload } = await stage.probe.get(`/surveys/list?survey_id=${sourceId}`)
  const [source] = entries(payload.survey_series).flatMap(({ surveys }) => entries(surveys))
  must(source !== undefined, `the listing does not show source ${sourceId}`)
  return source
}

/** `credits.used` of the organisation. */
export async function creditsUsed({ probe }: Stage): Promise<number> {
  const { credits } = success(await probe.get('/me'))
  return Number((credits as JsonObject | null)?.used ?? Number.NaN)
}
