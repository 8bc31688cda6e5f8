import { isObject } from '../../src/base/is-object.js'
import { parseJson } from '../../src/base/parse-json.js'

/** What an output shows that another one, which is right, does not, and what of that it leaves out. */
export interface Compared {
  wrong: string[]
  missing: string[]
  isJson: boolean
}

/** Compares two outputs of one command, `known` being the right one: JSON by its values, anything else by its words. */
export function compareShown(shown: string, known: string): Compared {
  const [own, all] = [jsonOf(shown), jsonOf(known)]
  if (own === undefined || all === undefined) return { ...compareWords(shown, known), isJson: false }
  const differences = compareValues(own, all, '')
  const pathsOf = (kind: Difference['kind']) => differences.filter((each) => each.kind === kind).map(({ path }) => path)
  return { wrong: pathsOf('wrong'), missing: pathsOf('missing'), isJson: true }
}

/** The value of JSON, the values of NDJSON; undefined if it is neither. */
function jsonOf(text: string): unknown {
  if (!/^[[{]/.test(text)) return undefined
  const lines = text.trim().split('\n').map(parseJson)
  return parseJson(text) ?? (lines.includes(undefined) ? undefined : lines)
}

interface Difference {
  kind: 'wrong' | 'missing'
  path: string
}

const isNothing = (value: unknown) => value === undefined || value === null

/** Null says no more of a member than its absence. */
function compareValues(own: unknown, known: unknown, path: string): Difference[] {
  if (isNothing(own)) return isNothing(known) ? [] : [{ kind: 'missing', path }]
  const isComposed = Array.isArray(own) ? Array.isArray(known) : isObject(own) && isObject(known)
  if (!isComposed) return own === known ? [] : [{ kind: 'wrong', path: `${path}: ${JSON.stringify(own)}` }]
  const [ours, all] = [own, known] as Record<string, unknown>[]
  const names = new Set([...Object.keys(ours!), ...Object.keys(all!)])
  return [...names].flatMap((name) => compareValues(ours![name], all![name], `${path}.${name}`))
}

/** Only figures can be wrong: which other words there are depends on what is there to say. */
function compareWords(shown: string, known: string): Pick<Compared, 'wrong' | 'missing'> {
  const [own, all] = [wordsIn(shown), wordsIn(known)]
  return { wrong: without(own, all).filter((word) => /\d/.test(word)), missing: without(all, own) }
}

const wordsIn = (text: string) => text.match(/[\p{L}\p{N}_.@:-]+/gu)?.filter((word) => word !== '-') ?? []

/** The words of the first that are not in the second, or more often. */
function without(words: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const each of others) left.set(each, (left.get(each) ?? 0) + 1)
  return words.filter((word) => {
    const count = left.get(word) ?? 0
    left.set(word, count - 1)
    return count <= 0
  })
}
