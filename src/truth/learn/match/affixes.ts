import { plainName } from './lexicon.js'

/**
 * Words of ours that a service writes with something before or behind them, by the word: `SOURCE_MODE_EDITING` and `SOURCE_MODE_ACCESSIBLE`.
 * Only what two words have in common is taken for decoration, for `partially_completed` is another word; or where half of ours stand there
 * as they are, so that such a word would stand beside ours.
 */
export function decorated(ours: readonly string[], theirs: readonly string[]): ReadonlyMap<string, string> {
  const pairs = ours.flatMap((word) =>
    theirs.filter((each) => !ours.includes(each)).flatMap((their) => affixOf(word, their)),
  )
  const common = new Map<string, typeof pairs>()
  for (const pair of pairs) common.set(pair.affix, [...(common.get(pair.affix) ?? []), pair])
  const usesOurs = ours.filter((word) => theirs.includes(word)).length >= ours.length / 2
  const found = new Map<string, string>()
  for (const alike of common.values()) {
    if (!usesOurs && new Set(alike.map(({ word }) => word)).size < 2) continue
    for (const { word, their } of alike)
      if (!theirs.includes(word) && !isLonger(word, their, alike)) found.set(word, their)
  }
  return found
}

function affixOf(word: string, their: string): { word: string; their: string; affix: string }[] {
  const [own, other] = [plainName(word), plainName(their)]
  if (other.endsWith(`_${own}`)) return [{ word, their, affix: `${other.slice(0, -own.length)}*` }]
  return other.startsWith(`${own}_`) ? [{ word, their, affix: `*${other.slice(own.length)}` }] : []
}

/** Whether theirs is rather another word of ours that holds this one: `X_DEPTH_TEXT` is no `TEXT`. */
function isLonger(word: string, their: string, alike: readonly { word: string; their: string }[]): boolean {
  return alike.some((each) => each.their === their && each.word.length > word.length)
}
