import { LIMITS } from './limits.js'
import type { Item, ItemObject } from './records.js'
import { formatTime, parseTime } from './times.js'

/** One thing wrong with a pushed item; `member` is '' when it is the item itself. */
export interface ItemFault {
  member: '' | keyof ItemObject
  message: string
}

/** Limits of an item that the interface does not show. */
export interface ItemLimits {
  external_id: number
  customer_id: number
  channel: number
  /** How far ahead `occurred_at` may be. */
  aheadMs: number
}

const TEXT_MEMBERS = ['external_id', 'customer_id', 'channel'] as const
const GUESSED: ItemLimits = {
  external_id: LIMITS.externalId,
  customer_id: LIMITS.customerId,
  channel: LIMITS.channel,
  aheadMs: LIMITS.occurredAheadMs,
}

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
export function findItemFaults(item: unknown, now: number, limits = GUESSED): ItemFault[] {
  if (typeof item === 'string') {
    const faults: ItemFault[] = []
    addTextFault(faults, '', item)
    return faults
  }
  if (item === null || typeof item !== 'object' || Array.isArray(item)) {
    return [{ member: '', message: 'must be a string or an object with text' }]
  }
  const members = item as Record<string, unknown>
  const faults: ItemFault[] = []
  if (typeof members.text === 'string') addTextFault(faults, 'text', members.text)
  else faults.push({ member: 'text', message: 'is required and must be a string' })
  for (const member of TEXT_MEMBERS) addShortTextFault(faults, member, members[member], limits[member])
  addLanguageFault(faults, members.language)
  addRatingFault(faults, members.rating)
  addOccurredFault(faults, members.occurred_at, now + limits.aheadMs)
  return faults
}

function addTextFault(faults: ItemFault[], member: '' | 'text', text: string): void {
  const { charactersPerItem } = LIMITS
  if (isBlank(text)) faults.push({ member, message: 'must not be empty or only white space' })
  else if (!text.isWellFormed()) faults.push({ member, message: 'must not hold lone surrogates' })
  else if (text.length > charactersPerItem && codePoints(text) > charactersPerItem) {
    faults.push({ member, message: `must have at most ${charactersPerItem} characters` })
  }
}

/** Most texts begin with a letter, and then nothing needs to be trimmed. */
function isBlank(text: string): boolean {
  const first = text.charCodeAt(0)
  return !(first > 0x20 && first < 0x7f) && text.trim() === ''
}

function addShortTextFault(faults: ItemFault[], member: keyof ItemObject, value: unknown, max: number): void {
  if (value === undefined || value === null) return
  if (typeof value !== 'string') {
    faults.push({ member, message: 'must be a string' })
    return
  }
  if (value.length < 1 || (value.length > max && codePoints(value) > max)) {
    faults.push({ member, message: `must have 1 to ${max} characters` })
  } else if (!value.isWellFormed()) faults.push({ member, message: 'must not hold lone surrogates' })
}

/** ICU takes microseconds to judge a tag, and pushes bring few tags many times. */
const KNOWN_LANGUAGES = new Set<string>()
const MOST_KNOWN = 1_000

function addLanguageFault(faults: ItemFault[], value: unknown): void {
  if (value === undefined || value === null || KNOWN_LANGUAGES.has(value as string)) return
  if (typeof value === 'string' && isLanguage(value)) {
    if (KNOWN_LANGUAGES.size < MOST_KNOWN) KNOWN_LANGUAGES.add(value)
  } else faults.push({ member: 'language', message: 'must be a BCP 47 language tag, such as en or pt-BR' })
}

function isLanguage(value: string): boolean {
  try {
    return Intl.getCanonicalLocales(value).length === 1
  } catch {
    return false
  }
}

function addRatingFault(faults: ItemFault[], value: unknown): void {
  if (value === undefined || value === null || Number.isFinite(value)) return
  faults.push({ member: 'rating', message: 'must be a finite number' })
}

function addOccurredFault(faults: ItemFault[], value: unknown, latest: number): void {
  if (value === undefined || value === null) return
  const at = typeof value === 'string' ? parseTime(value) : undefined
  if (at === undefined) {
    const message = 'must be an ISO-8601 time with an offset or Z, or a plain date'
    faults.push({ member: 'occurred_at', message })
  } else if (at > latest) {
    faults.push({ member: 'occurred_at', message: `must not be after ${formatTime(latest)}` })
  }
}
