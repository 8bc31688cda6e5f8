import type { JsonObject } from '../../../src/base/is-object.js'
import { requiredChoice } from '../../../src/contract/at-least-one.js'
import { describedKeywords, type TSchema } from '../../../src/contract/schema.js'
import { limitsOf } from './limits-of.js'

/** How a schema becomes the text of a type. */
export interface Writing {
  /** What a member is, as its schema or the table of descriptions says; undefined where nothing does. */
  describe(name: string, schema: TSchema): string | undefined
  /** Name of the type that is declared for this schema, if one is. */
  typeName(schema: TSchema): string | undefined
  /** Whether limits matter: of what is sent, not of what is received. */
  isInput: boolean
}

/** How long a line may be. */
export const WIDTH = 120

/** The TypeScript type of a schema; `indent`: spaces before the line it stands in. */
export function typeText(schema: TSchema, writing: Writing, indent = 0, column = indent): string {
  return writing.typeName(schema) ?? ownText(schema as JsonObject, writing, indent, column)
}

/** The text of a type without the name it may have itself. */
export function ownText(node: JsonObject, writing: Writing, indent = 0, column = indent): string {
  if (node.contentMediaType !== undefined) return 'Uint8Array'
  if (describedKeywords(node)?.type === 'integer') return 'IntegerText'
  if (Array.isArray(node.enum)) return unionText(node.enum.map(quoted), indent, column)
  if ('const' in node) return quoted(node.const)
  if (Array.isArray(node.anyOf)) {
    const parts = node.anyOf as TSchema[]
    const hasObject = parts.some((part) => 'properties' in part && writing.typeName(part) === undefined)
    const inner = hasObject ? indent + 4 : indent
    const texts = parts.map((part) => typeText(part, writing, inner, column))
    return unionText(texts, indent, column)
  }
  if (node.items) return arrayText(typeText(node.items as TSchema, writing, indent, column), indent)
  if (node.patternProperties) {
    return `Record<string, ${typeText(Object.values(node.patternProperties)[0] as TSchema, writing, indent, column)}>`
  }
  const choice = requiredChoice(node)
  if (choice) return choiceText(objectText(node, writing, indent + 2), choice, indent)
  if (node.properties) return objectText(node, writing, indent)
  return SIMPLE[String(node.type)] ?? 'unknown'
}

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

function quoted(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value)
}

function arrayText(entry: string, indent: number): string {
  if (entry.startsWith('\n')) return `(${entry}\n${' '.repeat(indent)})[]`
  return / \| /.test(entry) && !entry.startsWith('{') ? `(${entry})[]` : `${entry}[]`
}

/** On one line where it fits, as the formatter has it. */
function unionText(parts: string[], indent: number, column: number): string {
  const line = parts.join(' | ')
  const isLong = line.includes('\n') || column + line.length > WIDTH
  if (!isLong) return line
  return parts.map((part) => `\n${' '.repeat(indent + 2)}| ${part}`).join('')
}

/** An object, its text indented by two more, with the members of which it has at least one. */
function choiceText(object: string, choice: readonly string[], indent: number): string {
  const space = ' '.repeat(indent)
  return `AtLeastOne<\n${space}  ${object},\n${space}  ${choice.map(quoted).join(' | ')}\n${space}>`
}

/** The members of an object between braces, each with its text. */
export function objectText(node: JsonObject, writing: Writing, indent: number): string {
  const members = Object.entries(node.properties as Record<string, TSchema>)
  const required = new Set((node.required as string[] | undefined) ?? [])
  if (members.length === 0) return 'Record<string, unknown>'
  const lines = members.map(([name, schema]) => {
    const head = `${' '.repeat(indent + 2)}${name}${required.has(name) ? '' : '?'}:`
    const type = typeText(schema, writing, indent + 2, head.length + 1)
    return `${memberDoc(name, schema, writing, indent + 2)}${head}${type.startsWith('\n') ? '' : ' '}${type}`
  })
  return `{\n${lines.join('\n')}\n${' '.repeat(indent)}}`
}

function memberDoc(name: string, schema: TSchema, writing: Writing, indent: number): string {
  const limits = writing.isInput ? limitsOf(schema) : undefined
  const text = [writing.describe(name, schema), limits && sentence(limits)].filter(Boolean).join(' ')
  return text === '' ? '' : docText(text, indent)
}

/** A comment before a declaration; paragraphs are parted by empty lines. */
export function docText(text: string, indent: number): string {
  const space = ' '.repeat(indent)
  if (!text.includes('\n') && indent + text.length + 7 <= WIDTH) return `${space}/** ${text} */\n`
  const lines = text.split('\n').flatMap((line) => wrapped(line, WIDTH - indent - 3))
  return `${space}/**\n${lines.map((line) => `${space} * ${line}`.trimEnd()).join('\n')}\n${space} */\n`
}

function wrapped(line: string, width: number): string[] {
  const lines = ['']
  for (const word of line.split(' ')) {
    const last = lines.at(-1)!
    if (last !== '' && last.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines
}

/** With a capital and a full stop. */
export function sentence(text: string): string {
  const start = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]\)?$/.test(start) ? start : `${start}.`
}
