import type { Escape } from './escapes.js'
import type { JsonMember, JsonNode } from './parse-json.js'

/** How a serialiser writes. */
export interface JsonStyle {
  /** Between members and between items. */
  comma: string
  /** Between a key and its value. */
  colon: string
  /** One level of indentation; all on one line where absent. */
  indent?: string
  escape: Escape
  /** Rewrites a number; as it is in the text where absent. */
  number?: (raw: string) => string
}

/** The text of a value in a style. */
export function writeJson(node: JsonNode, style: JsonStyle, depth = 0): string {
  switch (node.kind) {
    case 'object': {
      const members = node.members.map((member) => writeMember(member, style, depth))
      return enclose('{', members, '}', style, depth)
    }
    case 'array': {
      const items = node.items.map((item) => writeJson(item, style, depth + 1))
      return enclose('[', items, ']', style, depth)
    }
    case 'string':
      return style.escape(node.value)
    case 'number':
      return style.number ? style.number(node.raw) : node.raw
    case 'word':
      return node.raw
  }
}

function writeMember({ key, value }: JsonMember, style: JsonStyle, depth: number): string {
  return `${style.escape(key)}${style.colon}${writeJson(value, style, depth + 1)}`
}

function enclose(open: string, parts: string[], close: string, { indent, comma }: JsonStyle, depth: number): string {
  if (indent === undefined || parts.length === 0) return open + parts.join(comma) + close
  const inner = `\n${indent.repeat(depth + 1)}`
  return `${open}${inner}${parts.join(comma + inner)}\n${indent.repeat(depth)}${close}`
}
