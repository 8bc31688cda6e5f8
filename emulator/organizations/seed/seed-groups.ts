import type { FieldMap } from '../../../src/contract/errors.js'
import type { Item } from '../../../src/contract/items/schemas.js'
import type { SeedGroup, SeedSource } from '../../../src/contract/seed.js'
import { invalid } from '../../core/refusal.js'
import { insertItems } from '../../operations/insert-items.js'
import { findContentFaults, insertionOf, loadScope, takesText } from '../../operations/push-checks.js'
import type { Insertion } from '../../rules/insertion.js'
import { rescheduleReports } from '../../rules/reports.js'
import { put } from '../../state/change.js'
import type { Field, Source } from '../../state/state.js'
import { numberOf } from './given-ids.js'
import { withoutKnownItems } from './known-items.js'
import { newSource } from './new-source.js'
import { type StagedChanges, stage, stageControl } from './staged-changes.js'

/** Groups, sources and fields by their names: those there are get what they lack, others are made. */
export async function seedGroups(staged: StagedChanges, groups: readonly SeedGroup[]): Promise<void> {
  for (const [index, group] of groups.entries()) {
    const groupId = seedGroup(staged, group)
    for (const [at, source] of (group.sources ?? []).entries()) {
      await seedSource(staged, groupId, source, `groups[${index}].sources[${at}]`)
    }
  }
}

function seedGroup(staged: StagedChanges, { id, name, tracking }: SeedGroup): number {
  const known = Object.values(staged.state.groups).find((group) => group.name === name)
  const fresh = { name, tracking: 'none' as const, createdAt: staged.now() }
  const group = known ?? { ...fresh, id: numberOf(id) ?? staged.ids.next('group') }
  const next = { ...group, tracking: tracking ?? group.tracking }
  if (!known || next.tracking !== known.tracking) {
    stage(staged, [put('groups', group.id, next)])
    stage(staged, rescheduleReports(staged.state, group.id, next.tracking, staged.now()))
  }
  return group.id
}

async function seedSource(staged: StagedChanges, groupId: number, wanted: SeedSource, path: string): Promise<void> {
  const known = Object.values(staged.state.sources).find(
    (source) => source.groupId === groupId && source.title === wanted.title,
  )
  const source = known ?? newSource(staged, groupId, wanted, path)
  if (!known) stage(staged, [put('sources', source.id, source)])
  await seedItems(staged, source, wanted, path)
  if (!wanted.invite_template) return
  const params = { source_id: String(source.id) }
  await stageControl(staged, 'setTemplate', `${path}.invite_template`, { body: wanted.invite_template, params })
}

async function seedItems(
  staged: StagedChanges,
  source: Source,
  { fields = [], source_reference }: SeedSource,
  path: string,
) {
  const { store, contract } = staged.organization
  await loadScope(source, { items: store.items, values: contract.values, state: staged.state })
  const insertions: Insertion[] = []
  for (const [index, { text, items = [] }] of fields.entries()) {
    const at = `${path}.fields[${index}]`
    const field = requireField(source, text, at)
    if (items.length > 0) insertions.push(await insertionAt(staged, source, field, items, at))
  }
  const frame = { state: staged.state, now: staged.now(), ids: staged.ids, sourceReference: source_reference ?? null }
  const { changes, items } = insertItems(insertions, {
    ...frame,
    source,
    environment: 'test',
    values: staged.organization.contract.values,
  })
  stage(staged, changes)
  staged.items.push(...items)
}

async function insertionAt(
  staged: StagedChanges,
  source: Source,
  field: Field,
  items: readonly Item[],
  path: string,
): Promise<Insertion> {
  if (!takesText(field)) throw invalid({ [`${path}.items`]: [`${field.type} does not accept text`] })
  if (source.publishedAt === null)
    throw invalid({ [`${path}.items`]: ["a draft can't hold items; leave out published: false"] })
  const { values } = staged.organization.contract
  const faults: FieldMap = findContentFaults(items, `${path}.items`, { now: staged.now(), values })
  if (Object.keys(faults).length > 0) throw invalid(faults)
  const { items: stored } = staged.organization.store
  const fresh = await withoutKnownItems(items, { sourceId: source.id, fieldId: field.id }, stored)
  return insertionOf(source, field, fresh, { items: stored, values, state: staged.state })
}

function requireField(source: Source, text: string, path: string): Field {
  const field = source.fields.find((each) => each.text === text)
  if (field) return field
  const known = source.fields.map((each) => JSON.stringify(each.text)).join(', ')
  throw invalid({ [`${path}.text`]: [`is not a field of "${source.title}", which already exists with ${known}`] })
}
