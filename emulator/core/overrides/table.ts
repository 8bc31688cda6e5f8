import type { JsonObject } from '../../../src/base/is-object.js'
import { howToOverride, RECOMMENDED_WORDS, routeAssumption } from '../../../src/contract/assumptions/overridable.js'
import type { Operation, Route, WireWords } from '../../../src/contract/operation.js'
import { OPERATION_IDS, type OperationId, rowOf } from '../../../src/contract/operations/index.js'
import { recommendedWord } from '../../../src/contract/vocabulary.js'
import { giveName, type Names, noNames } from './names.js'
import type { Overrides, Slot } from './overrides.js'
import { type MemberOverride, memberPlaceOf, readMemberOverrides, withLimits } from './read-members.js'
import { eachMember } from './schema-path.js'

type Given = Readonly<Record<string, JsonObject>>
type Words = Readonly<Record<string, string>>

const MEMBERS = /^(query|body|result|event):/
const SLOTS: readonly Slot[] = ['query', 'body', 'result']

/** Rows and names under overrides; what is given was checked before. */
export function tableOf(given: Given): Pick<Overrides, 'rowOf' | 'namesOf' | 'eventNames'> {
  const rows = new Map<OperationId, Operation>()
  const names = new Map<string, Names>()
  const namesAt = (key: string): Names => {
    const known = names.get(key) ?? noNames()
    names.set(key, known)
    return known
  }
  for (const id of OPERATION_IDS) rows.set(id, withPaths(rowOf(id), given))
  for (const [id, value] of Object.entries(given)) {
    if (!MEMBERS.test(id)) continue
    const place = memberPlaceOf(id)
    const members = readMemberOverrides(place, value) as MemberOverride[]
    if (!place.of) nameAll(namesAt(id), members, 'classic')
    else {
      const { operation, slot } = place.of
      rows.set(operation, withLimits(rows.get(operation)!, slot, members))
      for (const words of ['classic', 'recommended'] as const) {
        nameAll(namesAt(`${operation} ${slot} ${words}`), members, words)
      }
    }
  }
  const { words } = (given[RECOMMENDED_WORDS] ?? {}) as { words?: Words }
  if (words) for (const id of OPERATION_IDS) for (const slot of SLOTS) addWords(id, slot, words, namesAt)
  return {
    rowOf: (id) => rows.get(id)!,
    namesOf: (id, slot, words) => names.get(`${id} ${slot} ${words}`),
    eventNames: (event) => names.get(`event:${event}`),
  }
}

function withPaths(row: Operation, given: Given): Operation {
  const moved = (route: Route): Route => {
    const path = given[routeAssumption(route)]?.path
    return typeof path === 'string' ? { ...route, path } : route
  }
  const [first, ...others] = row.routes
  return { ...row, routes: [moved(first), ...others.map(moved)] }
}

function nameAll(names: Names, members: readonly MemberOverride[], words: WireWords): void {
  for (const { steps, name } of members) {
    if (name === undefined) continue
    giveName(names, words === 'classic' ? steps : steps.map(recommendedWord), { name })
  }
}

/** Other recommended words: names on the recommended routes, and taken on the classic ones, too (VOC-5). */
function addWords(id: OperationId, slot: Slot, words: Words, namesAt: (key: string) => Names): void {
  const schema = rowOf(id)[slot]
  if (!schema || howToOverride(`${slot}:${id}`) === undefined) return
  for (const { steps, name } of eachMember(schema)) {
    const word = Object.hasOwn(words, name) ? words[name]! : undefined
    if (word === undefined) continue
    giveName(namesAt(`${id} ${slot} recommended`), steps.map(recommendedWord), { name: word })
    giveName(namesAt(`${id} ${slot} classic`), steps, { alias: word })
  }
}
