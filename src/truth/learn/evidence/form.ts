import { isObject } from '../../../base/is-object.js'
import { parseJson } from '../../../base/parse-json.js'
import type { Member, Shape } from './shape.js'

/** The parts of a form as they were sent: texts, JSON where a text is an object or a list, and files as their bytes. */
export type Form = Readonly<Record<string, unknown>>

/** Reads a `multipart/form-data` body; undefined if it is not one. A part that comes several times is a list. */
export function readForm(body: Uint8Array): Form | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const [boundary] = /^--[^\r\n]+/.exec(bytes.toString('latin1', 0, 300)) ?? []
  if (boundary === undefined) return undefined
  const parts = bytes.toString('latin1').split(new RegExp(`(?:^|\\r?\\n)${escapeText(boundary)}(?:--)?(?=\\r?\\n|$)`))
  const form = new Map<string, unknown>()
  for (const part of parts) {
    const [, head = '', text = ''] = /^\r?\n([\s\S]*?)\r?\n\r?\n([\s\S]*)$/.exec(part) ?? []
    const name = /^content-disposition:[^\r\n]*[;\s]name="?([^"\r\n;]+)"?/im.exec(head)?.[1]
    if (name === undefined) continue
    const value = /^content-disposition:[^\r\n]*[;\s]filename\*?=/im.test(head)
      ? new Uint8Array(Buffer.from(text, 'latin1'))
      : partValue(Buffer.from(text, 'latin1').toString('utf8'))
    const key = Buffer.from(name, 'latin1').toString('utf8')
    form.set(key, form.has(key) ? [form.get(key), value].flat() : value)
  }
  return form.size === 0 ? undefined : Object.fromEntries(form)
}

const escapeText = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

function partValue(text: string): unknown {
  const value = /^\s*[{[]/.test(text) ? parseJson(text) : undefined
  return isObject(value) || Array.isArray(value) ? value : text
}

/**
 * The shape of a form. All its texts may be numbers as well, so that they say nothing of a type; what is inside JSON names columns of
 * files, which are no members.
 */
export function shapeOfForm(form: Form): Member {
  const members = Object.entries(form).map(([name, value]): [string, Member] => [
    name,
    { shape: partShape(value), required: true, nullable: false },
  ])
  return { shape: { kind: 'object', members: Object.fromEntries(members) }, required: true, nullable: false }
}

function partShape(value: unknown): Shape {
  if (value instanceof Uint8Array) return { kind: 'scalar', types: ['string'], format: 'binary', seen: [] }
  if (typeof value !== 'string') return { kind: 'any', isComposed: true }
  return { kind: 'scalar', types: ['string', 'integer', 'number', 'boolean'], seen: [value] }
}
