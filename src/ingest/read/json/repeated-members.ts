const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c

/**
 * The members that are named more than once in the objects at a depth of a JSON text: a name by the number of its object among the
 * items of the list around it, from 0. `JSON.parse` keeps the last and says nothing, and the others would be lost. The text is known
 * to be JSON.
 */
export function findRepeatedMembers(json: string, depth: number): Map<number, string> {
  const repeated = new Map<number, string>()
  let names = new Set<string>()
  let level = 0
  let item = 0
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) {
      const end = stringEnd(json, at)
      if (level === depth && isName(json, end)) {
        const name = JSON.parse(json.slice(at, end)) as string
        if (names.has(name)) repeated.set(item, name)
        names.add(name)
      }
      at = end - 1
    } else if (code === COMMA && level === depth - 1) {
      item += 1
      names = new Set()
    } else level += levelStep(json[at]!)
  }
  return repeated
}

function levelStep(character: string): number {
  if (character === '{' || character === '[') return 1
  return character === '}' || character === ']' ? -1 : 0
}

/** After the closing quote of the string that opens at `at`. */
function stringEnd(json: string, at: number): number {
  for (let quote = json.indexOf('"', at + 1); ; quote = json.indexOf('"', quote + 1)) {
    let before = quote
    while (json.charCodeAt(before - 1) === BACKSLASH) before -= 1
    if ((quote - before) % 2 === 0) return quote + 1
  }
}

function isName(json: string, end: number): boolean {
  let at = end
  while (/\s/.test(json.charAt(at))) at += 1
  return json.charCodeAt(at) === COLON
}
