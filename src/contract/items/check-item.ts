import { isObject } from '../../base/is-object.js'
import { LIMITS } from '../limits.js'
import { formatTime, parseTime } from '../times.js'
import {
  byMember,
  ITEM_MEMBERS,
  type Member,
  maxLengthOf,
  OPTIONAL_MEMBERS,
  SHORT_TEXT_MEMBERS,
  type ShortTextMember,
} from './members.js'
import type { Item, ItemObject } from './schemas.js'

/** One thing wrong with a pushed item; `member` is '' when it is the item itself. */
export interface ItemFault {
  member: '' | Member
  message: string
}

/** What a value of these kinds must be. */
export const MUST_BE = {
  language: 'must be a BCP 47 language tag, such as en or pt-BR',
  number: 'must be a finite number',
} as const

/** How the fault of a time in the future starts. */
export const NOT_AFTER = 'must not be after'

/** Limits of an item that the interface does not show. */
export interface ItemLimits extends Readonly<Record<ShortTextMember, number>> {
  /** How far in the future a time may be. */
  aheadMs: number
  /** Counts a length in other units than code points. */
  length?: ((text: string) => number) | undefined
  takesWhite?: boolean
  refusesNull?: boolean
}

const DEFAULT_LIMITS: ItemLimits = {
  ...byMember(SHORT_TEXT_MEMBERS, maxLengthOf),
  aheadMs: LIMITS.occurredAheadMs,
}

/** Texts in the characters of one byte have none, and that is known of them at once. */
const FIRST_HALF = /[\ud800-\udbff]/

/** Returns the number of Unicode code points; the unit of every length of the contract. */
export function codePoints(text: string): number {
  if (!FIRST_HALF.test(text)) return text.length
  let count = 0
  for (let index = 0; index < text.length; index += 1) {
    count += 1
    const unit = text.charCodeAt(index)
    if (unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00) index += 1
  }
  return count
}

/** Counts lengths in these units; undefined for code points, which all else counts in. */
export function lengthIn(units: 'code-points' | 'utf16-units' | 'bytes'): ((text: string) => number) | undefined {
  if (units === 'code-points') return undefined
  return units === 'bytes' ? (text) => new TextEncoder().encode(text).length : (text) => text.length
}

/** Returns the item as an object, plain strings included; null members are dropped, for they count as absent. */
export function itemObject(item: Item): ItemObject {
  if (typeof item === 'string') return { text: item }
  if (!hasNull(item)) return item as ItemObject
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null)) as ItemObject
}

function hasNull(item: object): boolean {
  for (const member in item) if ((item as Record<string, unknown>)[member] === null) return true
  return false
}

/**
 * Returns what is wrong with a pushed item (PSH-1, PSH-4, PSH-23, contract.md section 5); nothing when it is fine.
 * `now` (epoch milliseconds) bounds its time. The service and the command line check with this same function.
 */
export function findItemFaults(item: unknown, now: number, limits = DEFAULT_LIMITS): ItemFault[] {
  const faults: ItemFault[] = []
  if (typeof item === 'string') {
    const message = feedbackFault(item, limits)
    return message === undefined ? faults : [{ member: '', message }]
  }
  if (!isObject(item)) {
    return [{ member: '', message: 'must be a string or an object with text' }]
  }
  const values = item as Record<string, unknown>
  const textFault =
    typeof values.text === 'string' ? feedbackFault(values.text, limits) : 'is required and must be a string'
  if (textFault !== undefined) faults.push({ member: 'text', message: textFault })
  for (const member of OPTIONAL_MEMBERS) {
    const value = values[member]
    if (value === undefined || (value === null && !limits.refusesNull)) continue
    const message = value === null ? 'must not be null' : memberFault(member, value, now, limits)
    if (message !== undefined) faults.push({ member, message })
  }
  return faults
}

function memberFault(member: Member, value: unknown, now: number, limits: ItemLimits): string | undefined {
  switch (ITEM_MEMBERS[member].kind) {
    case 'text':
      return shortTextFault(value, limits[member as ShortTextMember], limits)
    case 'language':
      return isLanguage(value) ? undefined : MUST_BE.language
    case 'number':
      return Number.isFinite(value) ? undefined : MUST_BE.number
    case 'time':
      return timeFault(value, now + limits.aheadMs)
    default:
      return undefined
  }
}

function feedbackFault(text: string, limits: ItemLimits): string | undefined {
  const { charactersPerItem } = LIMITS
  if (limits.takesWhite ? text === '' : isBlank(text)) return 'must not be blank'
  if (!text.isWellFormed()) return 'must not contain lone surrogates'
  return isLonger(text, charactersPerItem, limits) ? `must have at most ${charactersPerItem} characters` : undefined
}

function isLonger(text: string, most: number, { length }: ItemLimits): boolean {
  return length ? length(text) > most : text.length > most && codePoints(text) > most
}

/** Most texts start with a letter, and then nothing needs to be trimmed. */
function isBlank(text: string): boolean {
  const first = text.charCodeAt(0)
  return !(first > 0x20 && first < 0x7f) && text.trim() === ''
}

function shortTextFault(value: unknown, max: number, limits: ItemLimits): string | undefined {
  if (typeof value !== 'string') return 'must be a string'
  if (value.length < 1 || isLonger(value, max, limits)) return `must have 1 to ${max} characters`
  return value.isWellFormed() ? undefined : 'must not contain lone surrogates'
}

/** ICU takes microseconds to judge a tag, and pushes bring few tags many times. */
const KNOWN_LANGUAGES = new Set<unknown>()
const MOST_KNOWN = 1_000

function isLanguage(value: unknown): boolean {
  if (KNOWN_LANGUAGES.has(value)) return true
  if (typeof value !== 'string' || !isLanguageTag(value)) return false
  if (KNOWN_LANGUAGES.size < MOST_KNOWN) KNOWN_LANGUAGES.add(value)
  return true
}

function isLanguageTag(value: string): boolean {
  try {
    return Intl.getCanonicalLocales(value).length === 1
  } catch {
    return false
  }
}

function timeFault(value: unknown, latest: number): string | undefined {
  const at = typeof value === 'string' ? parseTime(value) : undefined
  if (at === undefined) return 'must be an ISO-8601 time with an offset or Z, or a plain date'
  return at > latest ? `${NOT_AFTER} ${formatTime(latest)}` : undefined
}
