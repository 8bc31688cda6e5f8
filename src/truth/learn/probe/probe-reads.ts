import { conductSteps } from '../conduct/conduct.js'
import { READ_CONDUCT } from '../conduct/of-reads.js'
import { findListed } from './find-listed.js'
import type { Probe } from './probe.js'
import { filterTimes } from './probe-filters.js'
import { requestOf, routeOfProbe } from './probe-requests.js'

type Json = Record<string, unknown>

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value : [])

/** Harmless GETs: what nothing else shows of answers, pages and refusals. */
export const READS: readonly ((probe: Probe) => Promise<void>)[] = [
  readKey,
  readListing,
  readFeedback,
  filterTimes,
  readSources,
  provokeRefusals,
  ...conductSteps(READ_CONDUCT),
]

async function readKey(probe: Probe): Promise<void> {
  const { key } = probe.payload('getMe', await probe.ask('getMe', {})) as { key?: Json }
  if (typeof key?.environment === 'string') probe.found.environment = key.environment
}

async function readListing(probe: Probe): Promise<void> {
  const first = await probe.ask('listSources', { query: { limit: 1 } })
  await probe.ask('listSources', { query: { limit: 200 } })
  const next = probe.next('listSources', first, { limit: 1 })
  if (next !== undefined) await probe.ask('listSources', { query: { limit: 1, cursor: next } })
}

async function readFeedback(probe: Probe): Promise<void> {
  const needs = [routeOfProbe('listFeedback')]
  // How many are asked for has a name of its own, which nothing may show.
  const limit = probe.knows('paging:listFeedback') ? { limit: 1 } : {}
  const first = await probe.ask('listFeedback', { query: limit }, needs)
  if (first?.status === 400 || first?.status === 422) probe.found.listsBySource = true
  const next = probe.next('listFeedback', first, { limit: 1 })
  if (next !== undefined && 'limit' in limit) {
    await probe.ask('listFeedback', { query: { limit: 1, cursor: next } }, [...needs, 'paging:listFeedback'])
  }
}

/** What is read back of the sources that are there, on whatever page of the listing: those with most items first, for they have an analysis. */
async function readSources(probe: Probe): Promise<void> {
  const sources: Json[] = []
  await findListed(probe, (groups) => {
    const found = groups.flatMap(({ surveys }) => listOf(surveys))
    sources.push(...found.filter(({ survey_id: id }) => id !== undefined))
    return sources.filter((each) => itemsOf(each) > 0).length >= MOST_SOURCES || undefined
  })
  if (sources.length === 0) probe.skip('getAnalysis', 'no source is known')
  const fullest = sources.sort((one, other) => itemsOf(other) - itemsOf(one))
  if (probe.found.listsBySource && fullest.length > 0) await readItemsOf(probe, String(fullest[0]!.survey_id))
  for (const { survey_id: id } of fullest.slice(0, MOST_SOURCES)) {
    const params = { id: String(id) }
    await probe.ask('getAnalysis', { params }, [routeOfProbe('getAnalysis')])
    await probe.ask('getInviteTemplate', { params }, [routeOfProbe('getInviteTemplate')])
  }
}

async function readItemsOf(probe: Probe, source: string): Promise<void> {
  const needs = [routeOfProbe('listFeedback'), 'query:listFeedback survey_id']
  const limit = probe.knows('paging:listFeedback') ? { limit: 1 } : {}
  await probe.ask('listFeedback', { query: { ...limit, survey_id: source } }, needs)
}

const itemsOf = ({ item_count: count }: Json) => (typeof count === 'number' ? count : 0)

/** Analyses differ: one source may have none. */
const MOST_SOURCES = 4

/** Codes and details of refusals. */
async function provokeRefusals(probe: Probe): Promise<void> {
  await probe.send({ method: 'GET', path: '/api/input/me', anonymous: true, refusedFor: 'UNAUTHORIZED' })
  await probe.ask('getAnalysis', { params: { id: '0' }, refusedFor: 'NOT_FOUND' }, [routeOfProbe('getAnalysis')])
  await probe.ask('listSources', { query: { limit: 0 }, refusedFor: 'VALIDATION_ERROR' })
  // GET is safe by HTTP, even where only POST is meant (RFC 9110, section 9.2.1).
  const { path } = requestOf(probe.contract(), 'publishSource', {})
  await probe.send({ method: 'GET', path, refusedFor: 'METHOD_NOT_ALLOWED' })
}
