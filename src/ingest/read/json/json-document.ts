/** A member whose value is a list of objects. */
const LIST = /"(?:[^"\\]|\\.)*"\s*:\s*\[\s*\{/
/** A line that a further one must follow. */
const GOES_ON = /[[{,:]\s*$/

/**
 * Whether a text that begins with an object is one JSON document, as an API returns it, and not an item a line: its first line is
 * no whole item, or it is all there is and holds a list of objects and no text. `head` may end anywhere.
 */
export function isOneDocument(head: string): boolean {
  const [first = '', ...others] = head.split('\n').filter((line) => line.trim() !== '')
  const item = parseObject(first)
  if (item !== undefined) return others.length === 0 && !('text' in item) && findLists(item).length > 0
  if (GOES_ON.test(first)) return true
  return others.length > 0 ? parseObject(others[0]!) === undefined : LIST.test(first)
}

/** The lists of objects within a document, by the path of members that leads to each: `data.reviews`. */
export function findLists(document: unknown): { path: string; length: number }[] {
  if (document === null || typeof document !== 'object' || Array.isArray(document)) return []
  return Object.entries(document).flatMap(([name, value]) => {
    if (Array.isArray(value)) return value.some(isItem) ? [{ path: name, length: value.length }] : []
    return findLists(value).map(({ path, length }) => ({ path: `${name}.${path}`, length }))
  })
}

function isItem(value: unknown): boolean {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

function parseObject(line: string): object | undefined {
  try {
    return JSON.parse(line) as object
  } catch {
    return undefined
  }
}
