import { LIMITS } from './limits.js'
import type { Item, ItemObject } from './records.js'
import { parseTime } from './times.js'

/** One thing wrong with a pushed item; `member` is '' when it is the item itself. */
export interface ItemFault {
  member: '' | keyof ItemObject
  message: string
}

const TEXT_MEMBERS = [
  ['external_id', LIMITS.externalId],
  ['customer_id', LIMITS.customerId],
  ['channel', LIMITS.channel],
] as const

/** Number of Unicode code points; the unit of every length of the contract. */
export function codePoints(text: string): number {
  let count = 0
  for (let index = 0; index < text.length; index += 1) {
    count += 1
    const unit = text.charCodeAt(index)
    if (unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00) index += 1
  }
  return count
}

/** The item as an object, plain strings included; null members are dropped, for they count as absent. */
export function itemObject(item: Item): ItemObject {
  if (typeof item === 'string') return { text: item }
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null)) as ItemObject
}

/**
 * What is wrong with a pushed item (PSH-1, PSH-4, PSH-23, contract.md section 5); nothing when it is fine.
 * `now` (epoch milliseconds) bounds `occurred_at`. The service and the command line check with this same function.
 */
export function findItemFaults(item: unknown, now: number): ItemFault[] {
  if (typeof item === 'string') return textFaults('', item)
  if (item === null || typeof item !== 'object' || Array.isArray(item)) {
    return [{ member: '', message: 'must be a string or an object with text' }]
  }
  const members = item as Record<string, unknown>
  return [
    ...(typeof members.text === 'string'
      ? textFaults('text', members.text)
      : [{ member: 'text', message: 'is required and must be a string' } as const]),
    ...TEXT_MEMBERS.flatMap(([member, max]) => shortTextFaults(member, members[member], max)),
    ...languageFaults(members.language),
    ...ratingFaults(members.rating),
    ...occurredFaults(members.occurred_at, now),
  ]
}

function textFaults(member: '' | 'text', text: string): ItemFault[] {
  const { charactersPerItem } = LIMITS
  if (text.trim() === '') return [{ member, message: 'must not be empty or only white space' }]
  if (!text.isWellFormed()) return [{ member, message: 'must not hold lone surrogates' }]
  if (text.length > charactersPerItem && codePoints(text) > charactersPerItem) {
    return [{ member, message: `must have at most ${charactersPerItem} characters` }]
  }
  return []
}

function shortTextFaults(member: keyof ItemObject, value: unknown, max: number): ItemFault[] {
  if (value === undefined || value === null) return []
  if (typeof value !== 'string') return [{ member, message: 'must be a string' }]
  const length = codePoints(value)
  if (length < 1 || length > max) return [{ member, message: `must have 1 to ${max} characters` }]
  return value.isWellFormed() ? [] : [{ member, message: 'must not hold lone surrogates' }]
}

function languageFaults(value: unknown): ItemFault[] {
  if (value === undefined || value === null) return []
  const fault = [{ member: 'language' as const, message: 'must be a BCP 47 language tag, such as en or pt-BR' }]
  if (typeof value !== 'string') return fault
  try {
    return Intl.getCanonicalLocales(value).length === 1 ? [] : fault
  } catch {
    return fault
  }
}

function ratingFaults(value: unknown): ItemFault[] {
  if (value === undefined || value === null) return []
  return Number.isFinite(value) ? [] : [{ member: 'rating', message: 'must be a finite number' }]
}

function occurredFaults(value: unknown, now: number): ItemFault[] {
  if (value === undefined || value === null) return []
  const at = typeof value === 'string' ? parseTime(value) : undefined
  if (at === undefined) {
    return [{ member: 'occurred_at', message: 'must be an ISO-8601 time with an offset or Z, or a plain date' }]
  }
  return at > now + LIMITS.occurredAheadMs
    ? [{ member: 'occurred_at', message: 'must not be more than a day ahead' }]
    : []
}
