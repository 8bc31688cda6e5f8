import type { FieldMap } from '../../../src/contract/errors.js'
import type { Item } from '../../../src/contract/items/schemas.js'
import type { SeedGroup, SeedSource } from '../../../src/contract/seed.js'
import { invalid } from '../../core/refusal.js'
import { insertItems } from '../../operations/insert-items.js'
import { findContentFaults, insertionOf, takesText } from '../../operations/push-checks.js'
import type { Insertion } from '../../rules/insertion.js'
import { put } from '../../state/change.js'
import type { Field, Source } from '../../state/state.js'
import { newSource } from './new-source.js'
import { control, type Draft, take } from './staged-changes.js'

/** Groups, sources and fields by their names: those there are get what they lack, others are made. */
export async function sowGroups(draft: Draft, groups: readonly SeedGroup[]): Promise<void> {
  for (const [index, group] of groups.entries()) {
    const groupId = sowGroup(draft, group)
    for (const [at, source] of (group.sources ?? []).entries()) {
      await sowSource(draft, groupId, source, `groups[${index}].sources[${at}]`)
    }
  }
}

function sowGroup(draft: Draft, { name, tracking }: SeedGroup): number {
  const known = Object.values(draft.state.groups).find((group) => group.name === name)
  const fresh = { name, tracking: 'none' as const, createdAt: draft.now() }
  const group = known ?? { ...fresh, id: draft.ids.next('group') }
  if (!known || (tracking && tracking !== known.tracking)) {
    take(draft, [put('groups', group.id, { ...group, tracking: tracking ?? group.tracking })])
  }
  return group.id
}

async function sowSource(draft: Draft, groupId: number, wanted: SeedSource, path: string): Promise<void> {
  const known = Object.values(draft.state.sources).find(
    (source) => source.groupId === groupId && source.title === wanted.title,
  )
  const source = known ?? newSource(draft, groupId, wanted, path)
  if (!known) take(draft, [put('sources', source.id, source)])
  await sowItems(draft, source, wanted, path)
  if (!wanted.invite_template) return
  const params = { source_id: String(source.id) }
  await control(draft, 'setTemplate', `${path}.invite_template`, { body: wanted.invite_template, params })
}

async function sowItems(draft: Draft, source: Source, { fields = [], source_reference }: SeedSource, path: string) {
  await draft.organization.store.items.load(source.id)
  const landings: Insertion[] = []
  for (const [index, { text, items = [] }] of fields.entries()) {
    const at = `${path}.fields[${index}]`
    const field = requireField(source, text, at)
    if (items.length > 0) landings.push(landingAt(draft, source, field, items, at))
  }
  const frame = { state: draft.state, now: draft.now(), ids: draft.ids, sourceReference: source_reference ?? null }
  const { changes, items } = insertItems(landings, {
    ...frame,
    source,
    environment: 'test',
    values: draft.organization.overrides.values,
  })
  take(draft, changes)
  draft.items.push(...items)
}

function landingAt(draft: Draft, source: Source, field: Field, items: readonly Item[], path: string): Insertion {
  if (!takesText(field)) throw invalid({ [`${path}.items`]: [`${field.type} takes no text`] })
  if (source.publishedAt === null)
    throw invalid({ [`${path}.items`]: ['a draft holds no items; leave out published: false'] })
  const { values } = draft.organization.overrides
  const faults: FieldMap = findContentFaults(items, `${path}.items`, { now: draft.now(), values })
  if (Object.keys(faults).length > 0) throw invalid(faults)
  return insertionOf(source, field, items, { items: draft.organization.store.items, values })
}

function requireField(source: Source, text: string, path: string): Field {
  const field = source.fields.find((each) => each.text === text)
  if (field) return field
  const known = source.fields.map((each) => JSON.stringify(each.text)).join(', ')
  throw invalid({ [`${path}.text`]: [`is no field of "${source.title}", which is there already and has ${known}`] })
}
