import type { FieldMap } from '../../../src/contract/errors.js'
import type { SeedDocument, SeedGroup, SeedSource } from '../../../src/contract/seed.js'
import { addFault, noFaults } from '../../core/field-map.js'
import { invalid } from '../../core/refusal.js'
import type { IdSource, Kind } from '../../state/ids.js'
import type { State } from '../../state/state.js'
import type { KnownRows } from './known-rows.js'

/** An id that a seed states. */
interface GivenId {
  kind: Kind
  path: string
  id: number
  /** The same for every mention of one row: groups, sources and fields go by their names. */
  what: string
  /** The id of that row, if the organisation already has it. */
  known: number | undefined
}

/** Which lists of a seed have ids of their own, and what counts them. */
const COUNTED_LISTS = {
  members: 'member',
  subscriptions: 'subscription',
  monitors: 'monitor',
  reports: 'reportSubscription',
} as const satisfies Partial<Record<keyof SeedDocument, Kind>>

/**
 * Takes the ids a seed states out of those that are given out, so that rows without one come after all of them. Refuses, with the
 * path of each, ids that two rows state and those that the organisation has given out before, but to the same row: ids are never
 * reused.
 */
export function reserveGivenIds(seed: SeedDocument, state: State, ids: IdSource, known: KnownRows): void {
  const faults: FieldMap = noFaults()
  const first = new Map<string, GivenId>()
  const given = [...idsOfGroups(seed.groups ?? [], state), ...idsOfLists(seed, known)]
  for (const each of given) {
    const twin = first.get(`${each.kind} ${each.id}`)
    if (twin && twin.what !== each.what) addFault(faults, each.path, `must differ from ${twin.path}`)
    first.set(`${each.kind} ${each.id}`, twin ?? each)
    const fault = twin ? undefined : faultOf(each, state)
    if (fault) addFault(faults, each.path, fault)
  }
  if (Object.keys(faults).length > 0) throw invalid(faults)
  for (const { kind, id } of given) ids.reserve(kind, id)
}

function faultOf({ kind, id, what, known }: GivenId, { counters }: State): string | undefined {
  if (known === id) return undefined
  if (known !== undefined) return `must be ${known}: ${what} already exists with this id`
  const last = counters[kind] ?? 0
  return id > last ? undefined : `must be at least ${last + 1}: lower ids are taken in this organisation`
}

function idsOfGroups(groups: readonly SeedGroup[], state: State): GivenId[] {
  return groups.flatMap((group, index) => {
    const path = `groups[${index}]`
    const known = Object.values(state.groups).find(({ name }) => name === group.name)?.id
    const what = `group ${JSON.stringify(group.name)}`
    const inside = (group.sources ?? []).flatMap((source, at) =>
      idsOfSource(source, { path: `${path}.sources[${at}]`, group: what, groupId: known, state }),
    )
    return [...givenId('group', path, group.id, { what, known }), ...inside]
  })
}

interface Place {
  path: string
  group: string
  groupId: number | undefined
  state: State
}

function idsOfSource(source: SeedSource, { path, group, groupId, state }: Place): GivenId[] {
  const row = Object.values(state.sources).find((each) => each.groupId === groupId && each.title === source.title)
  const what = `source ${JSON.stringify(source.title)} of ${group}`
  const fields = (source.fields ?? []).flatMap(({ id, text }, index) =>
    givenId('field', `${path}.fields[${index}]`, id, {
      what: `field ${JSON.stringify(text)} of ${what}`,
      known: row?.fields.find((each) => each.text === text)?.id,
    }),
  )
  return [...givenId('source', path, source.id, { what, known: row?.id }), ...fields]
}

function idsOfLists(seed: SeedDocument, known: KnownRows): GivenId[] {
  const rows = Object.entries(COUNTED_LISTS).flatMap(([name, kind]) => {
    const list = name as keyof typeof COUNTED_LISTS
    const idOf: ReadonlyMap<object, { id: string | number }> = known[list]
    return (seed[list] ?? []).flatMap((entry, index) => {
      const id = idOf.get(entry)?.id
      const row = { what: `${list}[${index}]`, known: id === undefined ? undefined : Number(id) }
      return givenId(kind, row.what, entry.id, row)
    })
  })
  const produced = (seed.reports ?? []).flatMap((report, index) =>
    (report.produced ?? []).flatMap(({ report_id, period_key }, at) => {
      const what = `reports[${index}].produced[${at}]`
      const same = known.reports.get(report)?.produced.find(({ periodKey }) => periodKey === period_key)
      return givenId('report', what, report_id, { what, known: same?.reportId })
    }),
  )
  return [...rows, ...produced]
}

function givenId(
  kind: Kind,
  path: string,
  id: number | string | undefined,
  { what, known }: Pick<GivenId, 'what' | 'known'> = { what: path, known: undefined },
): GivenId[] {
  if (id === undefined) return []
  return [{ kind, path: `${path}.${kind === 'report' ? 'report_id' : 'id'}`, id: Number(id), what, known }]
}

/** A stated id as a number. */
export function numberOf(id: number | string | undefined): number | undefined {
  return id === undefined ? undefined : Number(id)
}
