const QUOTE = '"'

/**
 * The text of a member of a JSON object as it is there, so that an identifier of any length comes back digit by digit; nothing if
 * the object has no such member. The text must be JSON.
 */
export function findMemberText(json: string, name: string): string | undefined {
  let at = json.indexOf('{') + 1
  while (at > 0 && at < json.length) {
    const start = json.indexOf(QUOTE, at)
    if (start < 0) return undefined
    const end = endOfString(json, start)
    const colon = json.indexOf(':', end)
    const stop = endOfValue(json, colon + 1)
    if (JSON.parse(json.slice(start, end)) === name) return json.slice(colon + 1, stop).trim()
    at = json[stop] === ',' ? stop + 1 : -1
  }
  return undefined
}

/** Where the value that starts at `from` ends: at its comma, or at the brace that closes the object. */
function endOfValue(json: string, from: number): number {
  let depth = 0
  for (let at = from; at < json.length; at += 1) {
    const character = json[at]!
    if (character === QUOTE) at = endOfString(json, at) - 1
    else if (character === '{' || character === '[') depth += 1
    else if (depth === 0 && (character === ',' || character === '}')) return at
    else if (character === '}' || character === ']') depth -= 1
  }
  return json.length
}

/** The place after the string that starts at `start`. */
function endOfString(json: string, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== QUOTE) at += json[at] === '\\' ? 2 : 1
  return at + 1
}
