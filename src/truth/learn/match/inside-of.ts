import { namesOf, plainName } from './lexicon.js'

/**
 * What stands under the name around it, without a name of its own: `positive: 12`, `sender_domain: "mail.example.org"`,
 * `quota: 500`. Its type says whether 12 is the count or the share.
 */
export const AS_IT_IS = '='

/** The path without the names around it that matter, and how much is lost if they are missing. */
export function insideOf(
  within: readonly string[],
  theirs: readonly string[],
): { path: readonly string[]; factor: number } {
  let path = theirs
  let factor = 1
  for (const each of within) {
    const isVital = each.endsWith('!')
    const words = namesOf(each.replace('!', ''))
    const at = path.findIndex((part) => words.includes(plainName(part)))
    const inside = at >= 0 ? undefined : withoutAffix(path.at(-1)!, words)
    if (at >= 0 && at < path.length - 1) path = withoutTwice(path.toSpliced(at, 1), words)
    else if (at >= 0) path = [...path.slice(0, at), AS_IT_IS]
    else if (inside !== undefined) path = [...path.slice(0, -1), inside]
    else factor *= isVital ? 0 : 0.75
  }
  return { path, factor }
}

/** `positive.positive_count` says `positive` twice. */
function withoutTwice(path: readonly string[], words: readonly string[]): readonly string[] {
  const inside = withoutAffix(path.at(-1)!, words)
  return inside === undefined ? path : [...path.slice(0, -1), inside]
}

/** `positive_count`, `count_positive` and `number_of_positive` as `count`. */
function withoutAffix(name: string, words: readonly string[]): string | undefined {
  const plain = plainName(name)
  const word = words.find((each) => plain.startsWith(`${each}_`) || plain.endsWith(`_${each}`))
  if (word === undefined) return undefined
  const left = plain.startsWith(`${word}_`) ? plain.slice(word.length + 1) : plain.slice(0, -word.length - 1)
  return /^(?:num|number|(?:number|no|nr|count)_of)$/.test(left) ? 'count' : left
}
