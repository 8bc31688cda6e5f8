import { isObject, type JsonObject } from '../../base/is-object.js'
import type { Probe } from './probe.js'
import { NotLooked } from './rule.js'

/** The groups on the first page of the listing. */
export async function fetchGroups(probe: Probe): Promise<JsonObject[]> {
  return entries((await probe.seen('/surveys/list')).payload.survey_series)
}

/** The sources of the first page, each with its group's identifier. */
export async function fetchSources(probe: Probe): Promise<JsonObject[]> {
  return (await fetchGroups(probe)).flatMap((group) => entries(group.surveys))
}

/** A group that exists; throws `NotLooked` where there is none. */
export async function anyGroup(probe: Probe): Promise<JsonObject> {
  const [group] = await fetchGroups(probe)
  if (!group) throw new NotLooked('there is no feedback group to look at')
  return group
}

/** A source that exists; throws `NotLooked` where there is none. */
export async function anySource(probe: Probe): Promise<JsonObject> {
  const [source] = await fetchSources(probe)
  if (!source) throw new NotLooked('there is no source to look at')
  return source
}

export interface Target {
  survey_series_id: string
  survey_id: string
  question_id: string
}

/** A field of a source in this mode that takes text, or takes none; throws `NotLooked` where there is none. */
export async function anyField(
  probe: Probe,
  { mode = 'ACCESSIBLE', acceptsText = true }: { mode?: string; acceptsText?: boolean } = {},
): Promise<Target> {
  for (const source of await fetchSources(probe)) {
    const field = entries(source.questions).find(({ accepts_text }) => accepts_text === acceptsText)
    if (source.mode === mode && field) {
      const { survey_series_id, survey_id } = source
      return {
        survey_series_id: String(survey_series_id),
        survey_id: String(survey_id),
        question_id: String(field.question_id),
      }
    }
  }
  throw new NotLooked(`there is no ${mode} source with a field that takes ${acceptsText ? '' : 'no '}text`)
}

/** The objects in an array; none where it is none. */
export function entries(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}
