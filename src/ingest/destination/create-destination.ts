import { hash } from 'node:crypto'
import { asSent, optional } from '../../client/checked-payload.js'
import type { Client } from '../../client/client-types.js'
import { eachGroup } from '../../client/each-group.js'
import { ServiceError, UnexpectedResponseError } from '../../client/errors.js'
import type { BodyOf } from '../../contract/operations/index.js'
import { findDespite } from '../../listings/find-listed.js'
import { findNamesakes, publicationOf } from '../../listings/find-target.js'
import { ExplainedError, Failure } from '../../terminal/failure.js'
import { RunLockedError } from '../errors.js'
import type { PushPlan } from '../plan.js'
import type { JournalStore } from '../ports.js'
import { requireValid } from '../require-valid.js'
import type { PushTarget } from '../target.js'
import { findAgain, type KeyFacts, type PushDestination, targetOf, type WantedSource } from './find-destination.js'
import { publishCreated } from './publish-created.js'

/** The text field of a source that `--create` makes without any `--field`. */
const ONLY_FIELD_TEXT = 'Feedback'

const RETRY_MS = 200
const LONGEST_WAIT_MS = 60_000

type Missing = Extract<PushDestination, { kind: 'missing' }>

/** What making a source needs from outside. */
export interface Maker {
  client: Client
  /** Holds the lock by which one push of this machine makes it. */
  journal: JournalStore
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  signal: AbortSignal
  /** Hears what was made, a sentence each. */
  say(text: string): Promise<void> | void
}

/**
 * Makes and publishes the missing source for a file, named as a person knows it, with a field for each of its text columns. Without a
 * `maker` nothing is made, as for a dry run.
 */
export async function createDestination(
  wanted: WantedSource,
  missing: Missing,
  { name, plan }: { name: string; plan: PushPlan },
  maker: Maker | undefined,
): Promise<PushTarget> {
  if (plan.check.items === 0) throw nothingToPush(name)
  requireValid(plan)
  const fieldTexts = plan.mapping.texts.map(({ field }) => field ?? ONLY_FIELD_TEXT)
  if (!maker) return plannedTarget(missing.facts, fieldTexts)
  const release = await lockCreation(wanted, missing, maker)
  try {
    // Another push may have made it since it was looked for.
    const now = await findAgain(wanted, missing.facts, maker.client)
    return now.kind === 'there' ? now.target : await createMissing(wanted, now, fieldTexts, maker)
  } finally {
    await release()
  }
}

/**
 * Locks the making of a source until it is released: on this machine one push makes it and the others wait, also where the service does
 * not know keys of idempotency (threats A25). Rejects with `RunLockedError` where another takes too long.
 */
async function lockCreation(
  { source }: WantedSource,
  { facts, groupName }: Missing,
  { journal, sleep, signal }: Maker,
): Promise<() => Promise<void>> {
  const { baseUrl, organizationId, instance = null } = facts
  const parts = [baseUrl, instance, organizationId, groupName, source.trim()]
  const name = `create-${hash('sha256', JSON.stringify(parts), 'hex').slice(0, 40)}`
  for (let waitedMs = 0; ; waitedMs += RETRY_MS) {
    try {
      return await journal.lock(name, { signal })
    } catch (error) {
      if (!(error instanceof RunLockedError) || waitedMs >= LONGEST_WAIT_MS) throw error
      await sleep(RETRY_MS, signal)
    }
  }
}

/** Makes and publishes what is missing: the group, and the source with these text fields. Says what it made. */
async function createMissing(
  { source: title }: WantedSource,
  { facts, draft, groupName, groupId: knownGroup }: Missing,
  fieldTexts: readonly string[],
  maker: Maker,
): Promise<PushTarget> {
  const { client, say } = maker
  if (draft) {
    const { survey_id: id, survey_title: draftTitle } = draft.source
    await say(`Publishing the source ${draftTitle} (${id}).`)
    return publish(client, id, draft.group.survey_series_id, facts)
  }
  const groupId = knownGroup ?? (await makeGroup(groupName, maker))
  const questions = fieldTexts.map((text) => ({ type: 'DEPTH_TEXT' as const, question_text: text }))
  const { id, isOurs } = await makeSource({ survey_series_id: groupId, survey_title: title, questions }, facts, client)
  const publishIt = () => publish(client, id, groupId, facts)
  const target = await (isOurs ? publishCreated({ title, id }, publishIt, say) : publishIt())
  const said = isOurs ? 'Created and published source' : 'Another push has just created source'
  await say(`${said} ${id} (${title}).`)
  return target
}

/** Publishes a source. What the answer does not show of it is read from the listing. */
async function publish(client: Client, id: string, groupId: string, facts: KeyFacts): Promise<PushTarget> {
  try {
    return targetOf(await client.publishSource({ body: await publicationOf(client, id, groupId) }), groupId, facts)
  } catch (error) {
    const listed = await findDespite(error, client, id, groupId)
    if (listed?.mode !== 'ACCESSIBLE') throw new ExplainedError(error, NOT_PUSHED)
    return targetOf(listed, groupId, facts)
  }
}

const NOT_PUSHED = 'The source exists; nothing was pushed to it yet. Run the same command again to resume.'

/**
 * Creates a source under a key that every push to this name in this group derives alike, so that parallel shards get one source
 * between them. Refuses (`SOURCE_NOT_UNIQUE`) where the service made several anyway.
 */
async function makeSource(body: NonNullable<BodyOf<'createSource'>>, facts: KeyFacts, client: Client) {
  const idempotencyKey = creationKey(body, facts)
  const answer = await readable(client.call('createSource', { body, idempotencyKey })).catch((error: unknown) => {
    // Under this key another push made it with other fields.
    if (error instanceof ServiceError && error.meant === 409) return undefined
    throw error
  })
  const ids = (await findNamesakes(client, body.survey_title, body.survey_series_id)).map(({ survey_id: id }) => id)
  // An id that `Location` alone names is checked by the listing, which finds it by its title.
  const own = answer?.payload && asSent(answer.payload).survey_id !== undefined && optional(answer.payload).survey_id
  const id = own || ids[0]
  if (ids.length > 1) throw notUnique(body.survey_title, ids)
  if (id === undefined) throw notListed('source', body.survey_title)
  return { id, isOurs: answer !== undefined && answer.headers?.['idempotent-replayed'] === undefined }
}

/** What can be read of the answer to a write; nothing if it has none of what is expected. */
async function readable<T extends object>(answer: Promise<T>): Promise<Partial<T>> {
  try {
    return optional(await answer)
  } catch (error) {
    if (error instanceof UnexpectedResponseError) return {}
    throw error
  }
}

/** The same on every machine, for this name in this group of this service. */
function creationKey(
  {
    survey_series_id: group,
    survey_title: title,
  }: Pick<NonNullable<BodyOf<'createSource'>>, 'survey_series_id' | 'survey_title'>,
  { organizationId, instance }: KeyFacts,
): string {
  const parts = [instance ?? null, organizationId, group, title.trim()]
  return `push-create-${hash('sha256', JSON.stringify(parts), 'hex')}`
}

function nothingToPush(name: string): Failure {
  return new Failure({
    exit: 'invalid',
    code: 'NOTHING_TO_PUSH',
    message: `${name} has no rows that can be pushed, so no source was created`,
    hint: '`inpk push FILE --check` shows what it holds.',
  })
}

function notUnique(title: string, ids: readonly string[]): Failure {
  return new Failure({
    exit: 'conflict',
    code: 'SOURCE_NOT_UNIQUE',
    message: `several pushes created a source named ${JSON.stringify(title)} at the same moment: ${ids.join(', ')}`,
    hint: `Nothing was pushed. Choose one by its id in all of them: \`--source ${ids[0] ?? 'ID'}\`.`,
  })
}

function notListed(kind: 'group' | 'source', name: string): Failure {
  return new Failure({
    exit: 'failure',
    code: 'NOT_LISTED',
    message: `the service accepted the new ${kind} ${JSON.stringify(name)}, but neither its response nor its listing shows it`,
    hint: 'Nothing was pushed yet. Run the same command again once the listing shows it.',
  })
}

/** What `--create` would make, for a dry run: identifiers are not known yet. */
function plannedTarget(facts: KeyFacts, fieldTexts: readonly string[]): PushTarget {
  const fields = fieldTexts.map((text, index) => ({ id: `new-${index + 1}`, text, acceptsText: true }))
  return { groupId: 'new', sourceId: 'new', fields, ...facts }
}

async function makeGroup(name: string, { client, say }: Maker): Promise<string> {
  const { survey_series_id: answered, created } = await readable(client.createGroup({ body: { name } }))
  const id = answered ?? (await findGroupId(client, name))
  if (id === undefined) throw notListed('group', name)
  if (created !== false) await say(`Created group ${id} (${name}).`)
  return id
}

async function findGroupId(client: Client, name: string): Promise<string | undefined> {
  for await (const group of eachGroup(client)) if (group.name === name.trim()) return group.survey_series_id
  return undefined
}
