import { isObject } from '../../../base/is-object.js'
import type { Probe } from '../probe.js'
import { must, mustClampOrRefuse, type Rule, rule } from '../rule.js'
import { anyGroupId, anySourceId, entries, fetchGroups, fetchSources } from '../scenery.js'

const LIST = '/surveys/list'

async function pageOf(probe: Probe, query: string) {
  return (await probe.seen(`${LIST}?${query}`)).payload
}

async function questionsOf(probe: Probe) {
  return (await fetchSources(probe)).flatMap(({ questions }) => entries(questions))
}

/** The listing of groups, sources and fields. */
export const LISTING_RULES: Rule[] = [
  rule('VOC-6', async (probe) => void (await probe.seen(LIST))),
  rule('LST-6', async (probe) => void (await probe.seen(LIST))),
  rule('LST-1', async (probe) => {
    must(Array.isArray((await probe.seen(LIST)).payload.survey_series), 'survey_series is not an array')
  }),
  rule('LST-2', async (probe) => {
    for (const group of await fetchGroups(probe)) must(Array.isArray(group.surveys), 'a group without surveys')
  }),
  rule('LST-3', async (probe) => {
    for (const source of await fetchSources(probe)) must(Array.isArray(source.questions), 'a source without questions')
  }),
  rule('LST-4', async (probe) => {
    for (const { accepts_text } of await questionsOf(probe))
      must(typeof accepts_text === 'boolean', `accepts_text is ${accepts_text}`)
  }),
  rule('LST-5', async (probe) => {
    for (const { mode } of await fetchSources(probe))
      must(mode === 'ACCESSIBLE' || mode === 'EDITING', `mode is ${mode}`)
  }),
  rule('LST-7', async (probe) => {
    const id = await anyGroupId(probe)
    const found = entries((await pageOf(probe, `survey_series_id=${id}`)).survey_series)
    must(found.length === 1 && String(found[0]!.survey_series_id) === id, `${found.length} groups for one identifier`)
  }),
  rule('LST-8', async (probe) => {
    const id = await anySourceId(probe)
    const groups = entries((await pageOf(probe, `survey_id=${id}`)).survey_series)
    const found = groups.flatMap(({ surveys }) => entries(surveys))
    must(found.length === 1 && String(found[0]!.survey_id) === id, `${found.length} sources for one identifier`)
  }),
  rule('LST-9', async (probe) => void (await probe.seen(LIST))),
  rule('LST-10', async (probe) => must((await fetchGroups(probe)).length <= 50, 'more than 50 on a page')),
  rule('LST-11', async (probe) => {
    must(entries((await pageOf(probe, 'limit=200')).survey_series).length <= 200, 'more than 200 on a page')
    const beyond = await probe.get(`${LIST}?limit=1000`)
    mustClampOrRefuse(beyond, entries(beyond.payload.survey_series).length)
  }),
  rule('LST-12', async (probe) => must(isObject((await probe.seen(LIST)).payload.pagination), 'no pagination')),
  rule('ADR-5', async (probe) => {
    for (const source of await fetchSources(probe)) {
      const numeric = Object.entries(source).find(([name, value]) => /_id$/.test(name) && typeof value === 'number')
      must(!numeric, `${numeric?.[0]} is a number`)
    }
  }),
]
