import { isObject, type JsonObject } from '../../base/is-object.js'
import { InputError } from '../input-error.js'
import type { ItemObject } from '../items/schemas.js'
import { parseTime } from '../times.js'
import type { Codec } from './codec.js'
import type { Contract } from './contract.js'

/** A member that the service cannot carry as it is. */
export interface Loss {
  member: string
  /** Whether all of it is lost, for the service has no such member; else it comes back as something else, such as a time as its day. */
  isGone: boolean
}

/**
 * The members of a record that do not come back from the wire as they are sent, whatever facts say of them. `within` puts the
 * record where it is in the request, `found` takes it out again.
 */
function lossesOf(codec: Codec, record: JsonObject, { within, found }: InRequest): Loss[] {
  const back = found(codec.fromWire(codec.toWire(within(record))))
  const carried = isObject(back) ? back : {}
  return Object.entries(record).flatMap(([member, value]): Loss[] => {
    if (value === undefined || value === null || isSame(value, carried[member])) return []
    return [{ member, isGone: carried[member] === undefined || carried[member] === null }]
  })
}

/** A time may be written in another way. */
function isSame(ours: unknown, back: unknown): boolean {
  if (JSON.stringify(ours) === JSON.stringify(back)) return true
  const [one, other] = [ours, back].map((each) => (typeof each === 'string' ? parseTime(each) : undefined))
  return one !== undefined && one === other
}

/** Tells what the service can't carry of a pushed item, in a push to one field or in a bulk push. */
export type ItemLosses = (item: ItemObject, isBulk: boolean) => readonly Loss[]

/**
 * What the service that a contract describes can't carry of pushed items; undefined if it carries all. Refuses an item with a time where
 * those are numbers of which nothing says what they count (`isUnitOpen`): the service would store another time, or refuse every row.
 */
export function itemLosses(contract: Contract, isUnitOpen = false): ItemLosses | undefined {
  const single = contract.codecOf('pushContent', 'body', 'classic')
  const bulk = contract.codecOf('pushBulk', 'body', 'classic')
  if (!single && !bulk) return undefined
  return (item, isBulk) => {
    if (isUnitOpen && item.occurred_at !== undefined) throw unitOpen()
    const codec = isBulk ? bulk : single
    return codec ? lossesOf(codec, { ...item }, isBulk ? IN_BULK : IN_PUSH) : []
  }
}

function unitOpen(): InputError {
  const message =
    'the service takes `occurred_at` as a number, and nothing says whether it counts seconds or milliseconds'
  const hint = '`inpk learn` finds out how this service differs; rows without that column can be pushed.'
  return new InputError('ARGUMENT_INVALID', message, hint)
}

/** Where a record is in a request. */
interface InRequest {
  within(record: JsonObject): unknown
  found(request: unknown): unknown
}

const HEAD = { survey_series_id: '1', survey_id: '1' }

const IN_PUSH: InRequest = {
  within: (item) => ({ ...HEAD, question: { question_id: '1', content: [item] } }),
  found: (request) => (request as { question?: { content?: unknown[] } }).question?.content?.[0],
}

const IN_BULK: InRequest = {
  within: (item) => ({ ...HEAD, questions: [{ question_id: '1', content: [item] }] }),
  found: (request) => (request as { questions?: { content?: unknown[] }[] }).questions?.[0]?.content?.[0],
}
