import { isObject, type JsonObject } from '../../base/is-object.js'
import type { ItemObject } from '../../contract/items/schemas.js'

/** What an answer says of items that it refused beside others that it stored. */
export interface RefusedBeside {
  /** The items by their index, where all of them are named. */
  named?: readonly (readonly [index: number, reason: string])[]
  /** Why, of all together. */
  reason: string
}

const UNSAID = 'rejected by the service'

/**
 * What an answer says of the items of a push that it counts neither as new nor as known: that it refused them, with words for that in a
 * count, or a list, of as many. Undefined where nothing says so of all that are `missing`. An item is named by its identifier or its path: a
 * bare index may count from 0 or 1, or the refusals.
 */
export function refusedBeside(
  answer: object,
  items: readonly (ItemObject | string)[],
  missing: number,
): RefusedBeside | undefined {
  const said = [answer, ...Object.values(answer).filter(isObject)].flatMap((each) => Object.entries(each))
  const told = said.filter(([name]) => REFUSED.test(plain(name))).map(([, value]) => value)
  const counts = told.filter((value): value is number => typeof value === 'number' && value !== 0)
  const lists = told.filter((value): value is unknown[] => Array.isArray(value) && value.length > 0)
  const sum = counts.reduce((all, each) => all + each, 0)
  const isCounted = counts.length > 0 && (sum === missing || counts.every((each) => each === missing))
  // One list may say again what another does.
  const entries = lists.find((each) => each.length === missing) ?? lists.flat()
  const isListed = entries.length === missing
  if (counts.length > 0 ? !isCounted : !isListed) return undefined
  if (entries.length > missing) return undefined
  const reasons = [...new Set(entries.map(reasonOf).filter((each) => each !== undefined))]
  const reason = reasons.slice(0, REASONS_TOLD).join(', ') || UNSAID
  const named = isListed ? entries.map((entry) => [indexOf(entry, items), reasonOf(entry) ?? UNSAID] as const) : []
  const isNamed = named.length === missing && named.every(([index]) => index >= 0)
  const isEach = new Set(named.map(([index]) => index)).size === missing
  if (isNamed && isEach) return { named, reason }
  return missing === items.length ? { named: items.map((_, index) => [index, reason] as const), reason } : { reason }
}

const REASONS_TOLD = 3

/** Words for what was not stored, counted or listed. */
const REFUSED =
  /^((n|num|number_of|total)_)?((items?|rows?|records?|entries)_)?(reject(ed|ions?)|refus(ed|als?)|fail(ed|ures?)|invalid|errors?|errored|not_(stored|accepted|inserted)|dropped|discarded)(_(items?|rows?|records?|entries|count|total))?$/

const plain = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()

const REASON = ['message', 'reason', 'error', 'detail', 'description', 'title', 'code']

function reasonOf(entry: unknown): string | undefined {
  if (typeof entry === 'string') return entry
  if (!isObject(entry)) return undefined
  const words = REASON.map((name) => entry[name])
  const inner = words.find(isObject)
  return words.find((each): each is string => typeof each === 'string' && each !== '') ?? (inner && reasonOf(inner))
}

const PATH = /(?:^|[.[\]])content(?:\[(\d+)\]|\.(\d+))/

/** Which item an entry names, by its identifier or its path in the request; -1 if none, or several. */
function indexOf(entry: unknown, items: readonly (ItemObject | string)[]): number {
  if (!isObject(entry)) return -1
  const values = [entry, ...Object.values(entry).filter(isObject)].flatMap((each) => Object.entries(each as JsonObject))
  const found = values.flatMap(([name, value]) => {
    if (typeof value !== 'string' && typeof value !== 'number') return []
    const [, bracket, dot] = PATH.exec(String(value)) ?? []
    const at = bracket ?? dot
    if (at !== undefined) return Number(at) < items.length ? [Number(at)] : []
    return isId(name) ? items.flatMap((item, index) => (idOf(item) === String(value) ? [index] : [])) : []
  })
  return new Set(found).size === 1 ? found[0]! : -1
}

const isId = (name: string) => /(^|_)(id|key|ref|reference|identifier)$/.test(plain(name))

const idOf = (item: ItemObject | string) => (typeof item === 'string' ? undefined : item.external_id)

/** Whether every item has an identifier of its own: pushed again, it is a duplicate. */
export function areKnown(items: readonly (ItemObject | string)[]): boolean {
  const ids = items.map(idOf)
  return ids.every((id) => id !== undefined && id !== null && id !== '') && new Set(ids).size === ids.length
}
