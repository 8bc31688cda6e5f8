import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { Factory } from '../../cli/factory.js'
import { optional } from '../../client/checked-payload.js'
import type { Client } from '../../client/client-types.js'
import { ServiceError, UnexpectedResponseError } from '../../client/errors.js'
import { stateDirectory } from '../../config/places.js'
import type { BodyOf } from '../../contract/operations/index.js'
import { RunLockedError } from '../../ingest/errors.js'
import type { PushPlan } from '../../ingest/plan.js'
import { createFileJournal } from '../../ingest/push/journal/journal-folder.js'
import type { PushTarget } from '../../ingest/target.js'
import { ExplainedError, Failure } from '../../terminal/failure.js'
import { findNamesakes, publicationOf } from '../find-target.js'
import { eachGroup, eachSource, type SourceRecord } from '../listing.js'
import type { PushedFile } from './files.js'
import { findAgain, type KeyFacts, type PushDestination, targetOf } from './find-push-target.js'
import type { PushInput } from './options.js'
import type { PushSession } from './push-file.js'

/** The text field of a source that `--create` makes without any `--field`. */
const ONLY_FIELD_TEXT = 'Feedback'

const RETRY_MS = 200
const LONGEST_WAIT_MS = 60_000

type Missing = Extract<PushDestination, { kind: 'missing' }>

/** Where a file goes: for the first one, the source is created where it is missing. */
export async function requireTarget(session: PushSession, { name }: PushedFile, plan: PushPlan): Promise<PushTarget> {
  const { input, destination, factory } = session
  if (!destination) throw new Error('a push without a destination')
  if (destination.kind === 'there') return destination.target
  if (plan.check.items === 0) throw nothingToPush(name)
  const fieldTexts = plan.mapping.texts.map(({ field }) => field ?? ONLY_FIELD_TEXT)
  const target = input.dryRun
    ? plannedTarget(destination.facts, fieldTexts)
    : await createOnce(input, destination, fieldTexts, factory)
  session.destination = { kind: 'there', target }
  return target
}

async function createOnce(
  input: PushInput,
  missing: Missing,
  fieldTexts: readonly string[],
  factory: Factory,
): Promise<PushTarget> {
  const release = await lockCreation(input, missing, factory)
  try {
    // Another push may have made it since it was looked for.
    const now = await findAgain(input, missing.facts, await factory.client())
    return now.kind === 'there' ? now.target : await createMissing(input, now, fieldTexts, factory)
  } finally {
    await release()
  }
}

/**
 * Locks the making of a source until it is released: on this machine one push makes it and the others wait, also where the service does
 * not know keys of idempotency (threats A25). Rejects with `RunLockedError` where another takes too long.
 */
async function lockCreation(
  { source = '' }: PushInput,
  { facts, groupName }: Missing,
  { environment, signal }: Pick<Factory, 'environment' | 'signal'>,
): Promise<() => Promise<void>> {
  const { baseUrl, organizationId, instance = null } = facts
  const parts = [baseUrl, instance, organizationId, groupName, source.trim()]
  const name = `create-${hash('sha256', JSON.stringify(parts), 'hex').slice(0, 40)}`
  const journal = createFileJournal(join(stateDirectory(environment), 'runs'))
  for (let waitedMs = 0; ; waitedMs += RETRY_MS) {
    try {
      return await journal.lock(name, { signal })
    } catch (error) {
      if (!(error instanceof RunLockedError) || waitedMs >= LONGEST_WAIT_MS) throw error
      await environment.sleep(RETRY_MS, signal)
    }
  }
}

/** Makes and publishes what is missing: the group, and the source with these text fields. Says what it made. */
async function createMissing(
  input: PushInput,
  { facts, draft, groupName, groupId: knownGroup }: Missing,
  fieldTexts: readonly string[],
  factory: Factory,
): Promise<PushTarget> {
  const client = await factory.client()
  if (draft) {
    const { survey_id: id, survey_title: title } = draft.source
    await factory.screen.note(`Publishing the source ${title} (${id}).`)
    return publish(client, id, draft.group.survey_series_id, facts)
  }
  const title = input.source ?? ''
  const groupId = knownGroup ?? (await makeGroup(groupName, factory))
  const questions = fieldTexts.map((text) => ({ type: 'DEPTH_TEXT', question_text: text }))
  const { id, isOurs } = await makeSource({ survey_series_id: groupId, survey_title: title, questions }, facts, client)
  const target = await publish(client, id, groupId, facts)
  const said = isOurs ? 'Created and published the source' : 'Another push has just created the source'
  await factory.screen.note(`${said} ${title} (${id}).`)
  return target
}

/** Publishes a source. What the answer does not show of it is read from the listing. */
async function publish(client: Client, id: string, groupId: string, facts: KeyFacts): Promise<PushTarget> {
  try {
    return targetOf(await client.publishSource({ body: await publicationOf(client, id, groupId) }), groupId, facts)
  } catch (error) {
    if (!(error instanceof UnexpectedResponseError)) throw error
    const listed = await findListed(client, id, groupId)
    if (listed?.mode !== 'ACCESSIBLE') throw new ExplainedError(error, NOT_PUSHED)
    return targetOf(listed, groupId, facts)
  }
}

const NOT_PUSHED = 'The source is there; nothing was pushed to it yet. The same command goes on.'

async function findListed(client: Client, id: string, groupId: string): Promise<SourceRecord | undefined> {
  for await (const { source } of eachSource(client, { survey_series_id: groupId, survey_id: id })) return source
  return undefined
}

/**
 * Creates a source under a key that every push to this name in this group derives alike, so that parallel shards get one source between
 * them. Refuses (`SOURCE_NOT_UNIQUE`) where the service made several all the same.
 */
async function makeSource(body: NonNullable<BodyOf<'createSource'>>, facts: KeyFacts, client: Client) {
  const idempotencyKey = creationKey(body, facts)
  const answer = await readable(client.call('createSource', { body, idempotencyKey })).catch((error: unknown) => {
    // Under this key another push made it with other fields.
    if (error instanceof ServiceError && error.meant === 409) return undefined
    throw error
  })
  const ids = (await findNamesakes(client, body.survey_title, body.survey_series_id)).map(({ survey_id: id }) => id)
  const id = (answer?.payload && optional(answer.payload).survey_id) ?? ids[0]
  if (ids.length > 1) throw notUnique(body.survey_title, ids)
  if (id === undefined) throw notListed('source', body.survey_title)
  return { id, isOurs: answer !== undefined && answer.headers?.['idempotent-replayed'] === undefined }
}

/** What can be read of the answer to a write; nothing where it has none of what is expected. */
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
    hint: `Nothing was pushed. Name one by its identifier in all of them: \`--source ${ids[0] ?? 'ID'}\`.`,
  })
}

function notListed(kind: 'group' | 'source', name: string): Failure {
  return new Failure({
    exit: 'failure',
    code: 'NOT_LISTED',
    message: `the service accepted the new ${kind} ${JSON.stringify(name)}, but neither its answer nor its listing shows it`,
    hint: 'Nothing was pushed yet. The same command goes on once the listing shows it.',
  })
}

/** What `--create` would make, for a dry run: identifiers are not known yet. */
function plannedTarget(facts: KeyFacts, fieldTexts: readonly string[]): PushTarget {
  const fields = fieldTexts.map((text, index) => ({ id: `new-${index + 1}`, text, acceptsText: true }))
  return { groupId: 'new', sourceId: 'new', fields, ...facts }
}

async function makeGroup(name: string, factory: Factory): Promise<string> {
  const client = await factory.client()
  const { survey_series_id: answered, created } = await readable(client.createGroup({ body: { name } }))
  const id = answered ?? (await findGroupId(client, name))
  if (id === undefined) throw notListed('group', name)
  if (created !== false) await factory.screen.note(`Created the group ${name} (${id}).`)
  return id
}

async function findGroupId(client: Client, name: string): Promise<string | undefined> {
  for await (const group of eachGroup(client)) if (group.name === name.trim()) return group.survey_series_id
  return undefined
}
