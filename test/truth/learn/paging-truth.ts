import { isDeepStrictEqual } from 'node:util'
import type { Choices } from '../../foreign/choices.js'
import { isBare, queryAfter } from '../../foreign/list-pages.js'
import { chosen } from '../../foreign/shape.js'

/** A part of a fact about paging. */
interface Part {
  id: string
  part: string
  value: unknown
}

/** Whether a part of a fact about paging is as a service chose it. */
export function isPaging({ id, part, value }: Part, c: Choices): boolean {
  if (part === 'first') return value === c['page.first']
  if (id === 'paging:listSources') return isOfGroups({ part, value }, c)
  if (id === 'paging:listInviteRecipients' && c['recipients.form'] === 'whole')
    return part !== 'style' || value === 'none'
  const [size, at] = namesOf(c)
  // What comes next may be a cursor or an address, as long as none was seen.
  const isOpen = value === 'next' && styleOf(c).some((style) => style === 'cursor' || style === 'url')
  if (part === 'style') return isOpen || styleOf(c).includes(String(value))
  if (part === 'limit') return value === (size ?? null)
  if (part === 'at') return value === at
  return part !== 'headers' || isDeepStrictEqual(value, HEADERS[c['feedback.form']])
}

const HEADERS: Partial<Record<Choices['feedback.form'], object>> = {
  'header cursor': { next: 'x-next-cursor', total: 'x-total-count' },
  'page headers': { next: 'x-next-page', total: 'x-total', pages: 'x-total-pages' },
}

/** The members of the query of a second page: of its size, if there is one, and of its place. */
function namesOf(c: Choices): [size: string | undefined, at: string] {
  const names = Object.keys(queryAfter(c, 'feedback', 1))
  return names.length === 1 ? [undefined, names[0]!] : [names[0], names[1]!]
}

const STYLES: Record<Choices['feedback.form'], string | undefined> = {
  'as said': undefined,
  'header cursor': 'cursor',
  page: 'page',
  'page headers': 'page',
  'bare pages': 'page',
  offset: 'offset',
  'next address': 'url',
  'paging.next': 'cursor',
}

function styleOf(c: Choices): string[] {
  const form = c['feedback.form']
  const own = STYLES[form]
  // A list without an object around it has no member for an address.
  if (own !== undefined)
    return form === 'page headers' ? [own, 'cursor'] : [form === 'next address' && isBare(c, 'feedback') ? 'link' : own]
  if (isBare(c, 'feedback') || c['feedback.paging'] === 'link') return ['link']
  return [c['feedback.paging'] === 'links.next' ? 'url' : 'cursor']
}

const LIST_STYLES: Readonly<Record<string, string>> = { cursor: 'cursor', offset: 'offset', page: 'page' }

function isOfGroups({ part, value }: Omit<Part, 'id'>, c: Choices): boolean {
  const style = c['list.paging']
  const inEcho: Record<string, string | undefined> = {
    total: chosen(c, 'list.total'),
    more: chosen(c, 'list.more'),
    next: chosen(c, 'list.next'),
  }
  if (part === 'style') return value === (LIST_STYLES[style] ?? value)
  if (part === 'limit') return value === 'limit'
  if (part === 'at')
    return value === (style === 'cursor' ? chosen(c, 'list.cursor') : style === 'link' ? 'page' : style)
  return !Object.hasOwn(inEcho, part) || value === `pagination.${inEcho[part]}`
}
