import type { Factory } from '../../cli/factory.js'
import { Failure, wrongUsage } from '../../cli/failure.js'
import type { PushTarget } from '../../ingest/target.js'
import { findGroup, isIdentifier } from '../find-target.js'
import type { Destination } from './find-push-target.js'
import type { PushInput } from './options.js'
import { type KeyFacts, targetOf } from './push-target.js'

/** The text field of a source that `--create` makes without any `--field`. */
export const ONLY_FIELD_TEXT = 'Feedback'

/** Makes and publishes what is missing: the group, and the source with these text fields. Says what it made. */
export async function createMissing(
  input: PushInput,
  { facts, draft }: Extract<Destination, { kind: 'missing' }>,
  fieldTexts: readonly string[],
  factory: Factory,
): Promise<PushTarget> {
  const client = await factory.client()
  if (draft) {
    const { survey_id: id, survey_title: title } = draft.source
    await factory.screen.note(`Publishing the source ${title} (${id}).`)
    return targetOf(await client.publishSource({ body: { survey_id: id } }), draft.group.survey_series_id, facts)
  }
  const group = requireName('group', input.group)
  const title = requireName('source', input.source)
  const groupId = await makeGroup(group, factory)
  const questions = fieldTexts.map((text) => ({ type: 'DEPTH_TEXT', question_text: text }))
  const body = { survey_series_id: groupId, survey_title: title, questions }
  const { survey_id: id } = await client.createSource({ body })
  const source = await client.publishSource({ body: { survey_id: id } })
  await factory.screen.note(`Created and published the source ${title} (${id}).`)
  return targetOf(source, groupId, facts)
}

/** What `--create` would make, for a dry run: identifiers are not known yet. */
export function wishedTarget(facts: KeyFacts, fieldTexts: readonly string[]): PushTarget {
  const fields = fieldTexts.map((text, index) => ({ id: `new-${index + 1}`, text, acceptsText: true }))
  return { groupId: 'new', sourceId: 'new', fields, ...facts }
}

async function makeGroup(reference: string, { client, screen }: Factory): Promise<string> {
  const open = await client()
  const known = await findGroup(open, reference)
  if (known) return known.survey_series_id
  const { survey_series_id: id, created } = await open.createGroup({ body: { name: reference } })
  if (created) await screen.note(`Created the group ${reference} (${id}).`)
  return id
}

function requireName(kind: 'group' | 'source', reference: string | undefined): string {
  if (reference === undefined) throw wrongUsage(`--create needs a ${kind}`, `Give --${kind} with its name.`)
  if (kind === 'group' || !isIdentifier(reference)) return reference
  throw new Failure({
    exit: 'notFound',
    code: 'NOT_FOUND',
    message: `there is no source with the identifier ${reference} in this group`,
    hint: '--create makes a source by name; an identifier cannot be chosen.',
  })
}
