import { parseJson } from '../../../base/parse-json.js'

/** What closes a JSON text that stops in the middle: a quotation mark, brackets. Nothing if it is not unfinished. */
export function findClosers(text: string): string | undefined {
  const open: string[] = []
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (inString) {
      if (character === '\\') at++
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{') open.push('}')
    else if (character === '[') open.push(']')
    else if ((character === '}' || character === ']') && open.pop() !== character) return undefined
  }
  if (open.length === 0 || open.length > 128) return undefined
  return (inString ? '"' : '') + open.reverse().join('')
}

/** Ways to continue where a text stops within a member, a literal or an escape. */
const CONTINUATIONS = ['', 'null', '"":null', ':null', '":null']

/** Whether a text is the start of a JSON text and stops before the end. */
export function isUnfinished(text: string): boolean {
  // What ends in a bracket may be whole and damaged elsewhere.
  if (/[}\]]\s*$/.test(text) || findClosers(text) === undefined) return false
  const begun = text.replace(/[,\s]+$|\\(?:u[\da-f]{0,3})?$|[a-z]{1,4}$|[-+.eE\d]+$/i, '')
  return [text, begun].some((start) => CONTINUATIONS.some((more) => parseJson(closed(start + more)) !== undefined))
}

function closed(text: string): string {
  return text + (findClosers(text) ?? '')
}
