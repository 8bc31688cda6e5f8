import type { Steps } from '../../../src/contract/facts/schema-path.js'

/** What a fact says of members, by part and path. */
export type Parts = Record<
  'names' | 'types' | 'words' | 'flags' | 'lists' | 'required' | 'limits',
  Record<string, unknown>
>

/** What is said of one side of a sentiment is said of all: a service makes the three by one piece of code. */
export function alikeOnAllSides(parts: Parts, paths: readonly string[]): void {
  for (const part of [parts.names, parts.types]) {
    for (const [path, value] of Object.entries(part)) {
      const [, before, measure] = /^(.*\b)(?:positive|neutral|negative)(\.count|\.share)$/.exec(path) ?? []
      if (measure === undefined) continue
      const side = /(positive|neutral|negative)(?=\.\w+$)/.exec(path)![0]
      for (const other of ['positive', 'neutral', 'negative']) {
        const twin = `${before}${other}${measure}`
        if (paths.includes(twin)) part[twin] = typeof value === 'string' ? forSide(value, side, other) : value
      }
    }
  }
}

/** The second names an erase takes for its lists: a courtesy of ours that no service with names of its own would have. */
export function isOtherName(steps: Steps): boolean {
  return /^(external|customer)_id$/.test(steps.join('.'))
}

/** Both lists of identifiers in the one form that a service has for them, and under one name each. */
export function likeTheirs({ names, lists }: Parts): void {
  const form = lists.external_ids ?? lists.customer_ids
  for (const word of ['external', 'customer']) {
    const capital = word.charAt(0).toUpperCase() + word.slice(1)
    names[`${word}_id`] = null
    if (form === undefined) continue
    const text = JSON.stringify(form)
      .replace(/external|customer/g, word)
      .replace(/External|Customer/g, capital)
    lists[`${word}_ids`] = JSON.parse(text)
  }
}

/** `/positiveCount` of another side. */
function forSide(place: string, side: string, other: string): string {
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  return place.replace(side, other).replace(capital(side), capital(other))
}
