import { isObject, type JsonObject } from '../../base/is-object.js'
import type { Probe } from './probe.js'
import { NotConfirmed, NotLooked } from './rule.js'

/** The groups on the first page of the listing. */
export async function fetchGroups(probe: Probe): Promise<JsonObject[]> {
  return entries((await probe.seen('/surveys/list')).payload.survey_series)
}

/** The sources of the first page. */
export async function fetchSources(probe: Probe): Promise<JsonObject[]> {
  return (await fetchGroups(probe)).flatMap((group) => entries(group.surveys))
}

const GROUP = 'result:listSources.survey_series[]'
const SOURCE = `${GROUP}.surveys[]`

/** A field of a source as the listing shows it, in the ledger. */
export const LISTED_FIELD = `${SOURCE}.questions[]`

/**
 * A member that is assumed, as text; `place`: where the ledger has it. Throws `NotConfirmed` if it isn't there, so that no request is made
 * with what is missing.
 */
export function assumedIn(record: JsonObject | undefined, place: string, member: string): string {
  const value = record?.[member]
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  throw new NotConfirmed(`no ${member} in ${place}, and no fact says what it is called`)
}

/** A group that exists; throws `NotLooked` if there is none. */
export async function anyGroup(probe: Probe): Promise<{ survey_series_id: string; name: string }> {
  const [group] = await fetchGroups(probe)
  if (!group) throw new NotLooked('no feedback group to check')
  return { survey_series_id: assumedIn(group, GROUP, 'survey_series_id'), name: assumedIn(group, GROUP, 'name') }
}

/** The identifier of a group that exists. */
export async function anyGroupId(probe: Probe): Promise<string> {
  const [group] = await fetchGroups(probe)
  if (!group) throw new NotLooked('no feedback group to check')
  return assumedIn(group, GROUP, 'survey_series_id')
}

/** The identifiers of the sources on the first page; throws `NotLooked` if there are none. */
export async function sourceIds(probe: Probe): Promise<[string, ...string[]]> {
  const [first, ...others] = (await fetchSources(probe)).map((source) => assumedIn(source, SOURCE, 'survey_id'))
  if (first === undefined) throw new NotLooked('no source to check')
  return [first, ...others]
}

/** The identifier of a source that exists; throws `NotLooked` if there is none. */
export async function anySourceId(probe: Probe): Promise<string> {
  return (await sourceIds(probe))[0]
}

export interface Target {
  survey_series_id: string
  survey_id: string
  question_id: string
}

/** A field of a source in this mode that takes text, or takes none; throws `NotLooked` if there is none. */
export async function anyField(
  probe: Probe,
  { mode = 'ACCESSIBLE', acceptsText = true }: { mode?: string; acceptsText?: boolean } = {},
): Promise<Target> {
  for (const group of await fetchGroups(probe)) {
    for (const source of entries(group.surveys)) {
      const field = entries(source.questions).find(({ accepts_text }) => accepts_text === acceptsText)
      if (source.mode !== mode || !field) continue
      return {
        survey_series_id: assumedIn(group, GROUP, 'survey_series_id'),
        survey_id: assumedIn(source, SOURCE, 'survey_id'),
        question_id: assumedIn(field, LISTED_FIELD, 'question_id'),
      }
    }
  }
  throw new NotLooked(`no ${mode} source with a field that takes ${acceptsText ? '' : 'no '}text`)
}

/** The objects in an array; none if it is not one. */
export function entries(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}
