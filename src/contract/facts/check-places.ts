import { pagingAssumption } from '../assumptions/overridable.js'
import { DELIVERED } from '../events.js'
import type { WireWords } from '../operation.js'
import { OPERATION_IDS, type OperationId, rowOf } from '../operations/index.js'
import { entrySchema, memberSchemas, type TSchema } from '../schema.js'
import { recommendedSchema, recommendedWord } from '../vocabulary.js'
import { type FactFault, type Facts, pathText, type Slot } from './facts.js'
import { factsOfOther } from './other-answer.js'
import { type Paging, pagingOf } from './paging.js'
import { type Place, planRecord } from './plan.js'
import type { MemberFact } from './plan-tree.js'
import { withoutNull } from './scalars.js'
import type { Steps } from './schema-path.js'
import { eventKey, type SlotFacts, slotFactsIn, slotKey, slotsOf } from './slots.js'
import { expandStep, stepText } from './wire-path.js'

/** Facts about paging whose members of the query have the name of another. */
export function findPagingClashes(facts: Facts): FactFault[] {
  const slots = slotsOf(facts)
  return OPERATION_IDS.flatMap((operation): FactFault[] => {
    const id = pagingAssumption(operation)
    if (!facts[id]) return []
    const { at, limit } = pagingOf(facts[id] as unknown as Paging)
    const names = (['classic', 'recommended'] as const).flatMap((words) => {
      const query = rowOf(operation).query!
      const schema = words === 'classic' ? query : recommendedSchema(query)
      const place = { id: operation, slot: 'query' as const, words }
      const members = slotFactsIn(facts, slots.get(slotKey(operation, 'query')), place)
      return planRecord(schema, members, { isQuery: true }).places.map(({ wire }) => wire[0])
    })
    const taken = at === limit ? at : [at, limit].find((name) => name !== null && names.includes(name))
    if (!taken) return []
    return [{ id, path: taken === at ? 'at' : 'limit', message: `${taken} is the name of another member of the query` }]
  })
}

/** Facts that cannot hold together: two members at one place of the wire, or one inside of another that holds nothing. */
export function findPlaceFaults(facts: Facts): FactFault[] {
  return [...slotsOf(facts)].flatMap(([key, known]): readonly FactFault[] => {
    const [operation = '', slot = ''] = key.split(' ')
    if (operation === 'event') {
      const { data } = DELIVERED[key.slice(eventKey('').length) as keyof typeof DELIVERED]
      return findSlotFault(data, known.rules, known)
    }
    for (const words of ['classic', 'recommended'] as const) {
      const faults = findFaultInWords(facts, known, { id: operation as OperationId, slot: slot as Slot, words })
      if (faults.length > 0) return faults
    }
    return []
  })
}

function findFaultInWords(
  facts: Facts,
  known: SlotFacts,
  at: { id: OperationId; slot: Slot; words: WireWords },
): readonly FactFault[] {
  const schema = rowOf(at.id)[at.slot]!
  const worded = at.words === 'classic' ? schema : recommendedSchema(schema)
  const members = slotFactsIn(facts, known, at)
  const key = `${slotKey(at.id, at.slot)} ${at.words}`
  const said = JSON.stringify([members, known])
  const last = lastFaults.get(key)
  if (last?.said === said) return last.faults
  const ofOther = factsOfOther(members) ?? []
  const own = findSlotFault(worded, members, known, at)
  const faults = own.length > 0 || ofOther.length === 0 ? own : findSlotFault(worded, ofOther, known, at)
  lastFaults.set(key, { said, faults })
  return faults
}

/** What was found last of each slot: who learns checks all facts after each answer, and few have changed by then. */
const lastFaults = new Map<string, { said: string; faults: readonly FactFault[] }>()

type Kind = 'object' | 'list' | 'scalar'

/** One thing on the wire. */
interface Stand {
  wire: Steps
  kind: Kind
  ours: Steps
  branch: string
}

function findSlotFault(
  schema: TSchema,
  members: readonly MemberFact[],
  { rules, fixed }: SlotFacts,
  { slot, words }: { slot?: Slot; words?: WireWords } = {},
): FactFault[] {
  const { places, constants } = planRecord(schema, members, { fixed, isQuery: slot === 'query' })
  const stands = places.filter(isThere).map(standOf)
  const others = constants.map(({ steps }): Stand => {
    return { wire: steps.map(({ name }) => name), kind: 'scalar', ours: [], branch: '' }
  })
  const clash = findClash([...stands, ...tagsOf(places), ...others])
  if (!clash) return []
  const classic = (steps: Steps) => rules.find((rule) => same(rule.steps, steps, words))
  const [a, b] = classic(clash[0].ours) || !classic(clash[1].ours) ? clash : [clash[1], clash[0]]
  const rule = classic(a.ours) ?? rules[0]!
  const name = pathText(a.wire)
  const other = b.ours.length === 0 ? 'a constant' : pathText(b.ours)
  const message =
    a.ours.length === 0
      ? `${name} is the name of another member, ${other}`
      : `${pathText(a.ours)}: ${name} is the name of another member, ${other}`
  return [{ id: rule.id, path: rule.from.name ?? rule.from.list ?? 'fixed', message }]
}

function same(classic: Steps, steps: Steps, words: WireWords | undefined): boolean {
  const worded = words === 'recommended' ? classic.map(recommendedWord) : classic
  return pathText(worded) === pathText(steps)
}

/** Entries that one member stands for are absent themselves, as are lists of one entry that stands for them; keys are in no one's way. */
function isThere({ plan, isKey }: Place): boolean {
  const isSingle = plan?.list !== undefined && 'single' in plan.list
  return !isKey && !plan?.isDissolved && plan?.whole === undefined && !isSingle
}

function standOf({ wire, schema, ours, plan, branch }: Place): Stand {
  const form = plan?.list
  if (form && 'counted' in form) return { wire, kind: 'scalar', ours, branch }
  return { wire, kind: form && !('listed' in form) ? 'list' : kindOf(schema), ours, branch }
}

function kindOf(schema: TSchema): Kind {
  const node = withoutNull(schema)
  if (memberSchemas(node)) return 'object'
  return entrySchema(node) ? 'list' : 'scalar'
}

/** Constants in the objects around members: those of one place count once. */
function tagsOf(places: readonly Place[]): Stand[] {
  const stands = places.flatMap(({ wire, tags, plan }) => {
    const around = wire.slice(0, -(plan?.place?.steps.length ?? 1))
    return tags.map(({ steps }) => [...around, ...steps.map(stepText)])
  })
  const byName = new Map(stands.map((wire) => [wire.join('.'), wire]))
  return [...byName.values()].map((wire) => ({ wire, kind: 'scalar', ours: [], branch: '' }))
}

/** The first two that cannot both stand where they do. */
function findClash(stands: readonly Stand[]): [Stand, Stand] | undefined {
  const at = new Map<string, Stand[]>()
  for (const stand of stands) {
    const key = stand.wire.flatMap(expandStep).join('.')
    const there = at.get(key) ?? []
    const twin = there.find(({ branch }) => branch === '' || stand.branch === '' || branch === stand.branch)
    if (twin) return [stand, twin]
    at.set(key, [...there, stand])
  }
  const around = new Map<string, { kind: Kind; stand: Stand }>()
  for (const stand of stands) {
    const steps = stand.wire.flatMap(expandStep)
    for (let length = 0; length < steps.length; length += 1) {
      const key = steps.slice(0, length).join('.')
      const kind = steps[length]!.startsWith('[') ? 'list' : 'object'
      const known = around.get(key)
      if (known && known.kind !== kind) return [stand, known.stand]
      const holder = at.get(key)?.find((each) => each.kind !== kind || (kind === 'list' && steps[length] !== '[]'))
      if (holder && !isBelow(stand, holder)) return [stand, holder]
      around.set(key, { kind, stand })
    }
  }
  return undefined
}

/** What is below its own node of ours is where it should be, whatever its form. */
function isBelow(stand: Stand, holder: Stand): boolean {
  return (
    holder.ours.length > 0 && holder.kind === 'list' && holder.ours.every((step, index) => step === stand.ours[index])
  )
}
