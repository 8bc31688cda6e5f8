import type { Client } from '../client/client-types.js'
import { eachGroup, eachSource, type GroupWithSources, type SourceRecord, sourcesOf } from '../client/each-group.js'
import type { BodyOf } from '../contract/operations/index.js'
import { isIdentifier, notFoundFailure, notUnique } from './find-by-name.js'

export interface FoundSource {
  group: GroupWithSources
  source: SourceRecord
}

/** The group of this identifier or exact name. Refuses one that is unknown, with the nearest names and `orElse`, a sentence. */
export async function requireGroupByReference(
  client: Client,
  reference: string,
  orElse?: string,
): Promise<GroupWithSources> {
  const { found, names } = await searchGroups(client, reference)
  if (found) return found
  throw notFoundFailure('group', reference, names, '`inpk groups list` lists them.', orElse)
}

/** The group of this identifier or exact name; undefined if there is none. */
export async function findGroupByReference(client: Client, reference: string): Promise<GroupWithSources | undefined> {
  return (await searchGroups(client, reference)).found
}

/**
 * The source of this identifier or exact name, in `group` where one is given. Refuses one that is unknown, with the nearest names and
 * `orElse`, a sentence, or not unique.
 */
export async function requireSourceByReference(
  client: Client,
  reference: string,
  group?: string,
  orElse?: string,
): Promise<FoundSource> {
  const { found, names } = await searchSources(client, reference, group, orElse)
  if (found) return found
  throw notFoundFailure('source', reference, names, '`inpk sources list` lists them.', orElse)
}

/** The identifier of a source given by it or by its exact name; one that is given is looked for only where its group is given, too. */
export async function requireSourceIdByReference(client: Client, reference: string, group?: string): Promise<string> {
  if (isIdentifier(reference) && group === undefined) return reference
  return (await requireSourceByReference(client, reference, group)).source.survey_id
}

/** Every source of an exact name in a group. */
export async function findNamesakes(client: Client, title: string, groupId: string): Promise<SourceRecord[]> {
  const namesakes: SourceRecord[] = []
  for await (const { source } of eachSource(client, { survey_series_id: groupId })) {
    if (source.survey_title === title.trim()) namesakes.push(source)
  }
  return namesakes
}

/**
 * What publishing a source takes; a service may ask for its group as well, or others may always have sent it: it is looked up if it is
 * not given.
 */
export async function publicationOf(
  client: Client,
  sourceId: string,
  groupId?: string,
): Promise<BodyOf<'publishSource'>> {
  const { facts, rowOf } = await client.contract()
  const { required = [] } = rowOf('publishSource').body as { required?: string[] }
  const isTaken = facts['body:publishSource.survey_series_id']?.sent === true
  if (!isTaken && !required.includes('survey_series_id')) return { survey_id: sourceId }
  const group = groupId ?? (await requireSourceByReference(client, sourceId)).group.survey_series_id
  return { survey_id: sourceId, survey_series_id: group }
}

async function searchGroups(client: Client, reference: string) {
  const names: string[] = []
  const query = isIdentifier(reference) ? { survey_series_id: reference } : {}
  for await (const group of eachGroup(client, query)) {
    const word = isIdentifier(reference) ? group.survey_series_id : group.name
    if (word === reference.trim()) return { found: group, names }
    if (!isIdentifier(reference)) names.push(word)
  }
  return { found: undefined, names }
}

async function searchSources(client: Client, reference: string, group: string | undefined, orElse?: string) {
  const query = isIdentifier(reference) ? { survey_id: reference } : {}
  const sources =
    group === undefined ? eachSource(client, query) : sourcesOf(await requireGroupByReference(client, group, orElse))
  return pickSource(reference, sources)
}

/** The source of this identifier or exact name among these, if any, and the names seen. Refuses a name that is not unique. */
export async function pickSource(reference: string, sources: AsyncIterable<FoundSource> | Iterable<FoundSource>) {
  const names: string[] = []
  const matches: FoundSource[] = []
  for await (const each of sources) {
    // An identifier is found or not, so no more pages are asked for.
    if (isIdentifier(reference)) {
      if (each.source.survey_id === reference) return { found: each, names }
      continue
    }
    const { survey_title: title } = each.source
    if (title === reference.trim()) matches.push(each)
    names.push(title)
  }
  if (matches.length > 1) {
    const shown = matches.map(({ group, source }) => `${source.survey_id} in ${JSON.stringify(group.name)}`)
    throw notUnique('sources', reference, shown, 'Choose one by its id, or name its group with --group.')
  }
  return { found: matches[0], names }
}
