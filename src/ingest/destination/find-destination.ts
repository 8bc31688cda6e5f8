import type { Client } from '../../client/client-types.js'
import { type SourceRecord, sourcesOf } from '../../client/each-group.js'
import { LIMITS } from '../../contract/limits.js'
import type { ResultOf } from '../../contract/operations/index.js'
import { isIdentifier } from '../../listings/find-by-name.js'
import {
  type FoundSource,
  findGroupByReference,
  pickSource,
  requireSourceByReference,
} from '../../listings/find-target.js'
import { Failure, wrongUsage } from '../../terminal/failure.js'
import type { PushTarget } from '../target.js'

/** The source that is asked for. */
export interface WantedSource {
  /** Id or exact name. */
  source: string
  /** The group it is in, by id or exact name. */
  group?: string | undefined
  /** Make and publish the group and the source if they are missing. */
  create: boolean
  /** Nothing will be pushed, so a draft will do. */
  mayBeDraft: boolean
  /** The field for the texts, which only a source that is there can have. */
  question?: string | undefined
}

/** What a push needs to know of the key. */
export interface KeyFacts {
  baseUrl: string
  keyId: string
  organizationId: number
  requestsPerMinute: number
  live: boolean
  tokensPerAps?: number
  instance?: string
}

/** Where a push goes: there already, or still to be made in a group of this name (`draft`: it only needs publishing). */
export type PushDestination =
  | { kind: 'there'; target: PushTarget }
  | { kind: 'missing'; facts: KeyFacts; groupName: string; groupId?: string | undefined; draft?: FoundSource }

/** Finds where a push goes. Refuses a draft before anything is read. */
export async function findDestination(wanted: WantedSource, client: Client): Promise<PushDestination> {
  return findAgain(wanted, await readKeyFacts(client), client)
}

/** Finds where a push goes with what is known of the key. */
export async function findAgain(wanted: WantedSource, facts: KeyFacts, client: Client): Promise<PushDestination> {
  const { group, found } = await lookUp(client, wanted)
  const groupName = group?.name ?? wanted.group?.trim() ?? ''
  if (!found) return { kind: 'missing', facts, groupName, groupId: group?.survey_series_id }
  const target = targetOf(found.source, found.group.survey_series_id, facts)
  if (found.source.mode !== 'EDITING' || wanted.mayBeDraft) return { kind: 'there', target }
  if (wanted.create) return { kind: 'missing', facts, groupName, draft: found }
  throw notPublished(found)
}

const toCreateIt = (group: string | undefined) =>
  `To create it, add --create${group === undefined ? ' and --group' : ''}.`

async function lookUp(client: Client, { source, group: wanted, create, question }: WantedSource) {
  if (!create) {
    const howToCreate = isIdentifier(source) ? undefined : toCreateIt(wanted)
    const found = await requireSourceByReference(client, source, wanted, howToCreate)
    return { group: found.group, found }
  }
  if (wanted === undefined) throw wrongUsage('--create needs a group', 'Give --group with its name.')
  const group = await findGroupByReference(client, wanted)
  const found = group && (await pickSource(source, sourcesOf(group))).found
  if (!group) requireCreatable('group', wanted, LIMITS.groupName)
  if (!found) requireCreatable('source', source, LIMITS.sourceTitle)
  if (!found && question !== undefined) throw noFieldYet(source, question)
  return { group, found }
}

/** Refuses what cannot be the name of something new, before a file is read for it. */
function requireCreatable(kind: 'group' | 'source', name: string, { min, max }: { min: number; max: number }): void {
  if (isIdentifier(name)) {
    throw new Failure({
      exit: 'notFound',
      code: 'NOT_FOUND',
      message: `no ${kind} with id ${name}`,
      hint: `--create makes a ${kind} by name; its id can't be chosen.`,
    })
  }
  const { length } = name.trim()
  if (length >= min && length <= max) return
  throw wrongUsage(`--${kind} ${JSON.stringify(name)}: the name of a ${kind} must have ${min} to ${max} characters`)
}

function noFieldYet(source: string, question: string): Failure {
  return wrongUsage(
    `--question ${JSON.stringify(question)}: the source ${JSON.stringify(source)} is still to be created, so none of its fields has an id`,
    'Leave it out, or name the field to create with --field "Column=Why?".',
  )
}

function notPublished({ source }: FoundSource): Failure {
  return new Failure({
    exit: 'conflict',
    code: 'SOURCE_NOT_PUBLISHED',
    message: `source ${JSON.stringify(source.survey_title)} (${source.survey_id}) is a draft`,
    hint: `Publish it with \`inpk sources publish ${source.survey_id}\`, or add --create.`,
  })
}

/** Asks the service about the key in use; charges nothing. */
async function readKeyFacts(client: Client): Promise<KeyFacts> {
  const { payload: me, headers } = await client.call('getMe')
  const key = me.key as { id?: unknown; environment?: unknown }
  const { per_key_per_minute: perKey, per_org_per_minute: perOrganization } = me.rate_limits
  const tokensPerAps = me.credits?.rate_tokens_per_aps ?? undefined
  const instance = headers['x-emulator-instance']
  return {
    baseUrl: client.baseUrl,
    keyId: String(key.id ?? ''),
    organizationId: me.org_id,
    requestsPerMinute: Math.min(perKey, perOrganization),
    live: key.environment === 'live',
    ...(tokensPerAps === undefined ? {} : { tokensPerAps }),
    ...(instance === undefined ? {} : { instance }),
  }
}

/** A source as the target of a push. */
export function targetOf(
  source: Pick<SourceRecord, 'survey_id' | 'questions'>,
  groupId: string,
  facts: KeyFacts,
): PushTarget {
  return { groupId, sourceId: source.survey_id, fields: source.questions.map(fieldOf), ...facts }
}

type Question = Pick<ResultOf<'createSource'>['questions'][number], 'question_id' | 'question_text' | 'accepts_text'>

function fieldOf({ question_id: id, question_text: text, accepts_text: acceptsText }: Question) {
  return { id, text, acceptsText }
}
