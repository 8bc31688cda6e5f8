import { RECOMMENDED_WORDS } from '../../contract/assumptions/overridable.js'
import type { OperationId } from '../../contract/operations/index.js'
import { recommendedWord, WORD_PAIRS } from '../../contract/vocabulary.js'
import type { Finding } from './findings.js'
import type { LearnedSlot } from './learn-slots.js'
import type { FoundRoute } from './routes.js'

const PAIRED: ReadonlySet<string> = new Set(WORD_PAIRS.map(([classic]) => classic))

/** A classic word as an operation calls it by either vocabulary. */
interface SeenWord {
  classic: string
  recommended: string
  wire: FoundRoute['wire']
}

/**
 * What the service calls the recommended words (VOC-5). An operation that answers by both vocabularies shows it: a member that is
 * called differently at its two addresses is renamed by the vocabulary, while one that another name was given has it at both.
 */
export function vocabularyFindings(
  found: readonly FoundRoute[],
  slotsOf: (found: FoundRoute) => readonly LearnedSlot[],
): (Finding & { wire: FoundRoute['wire'] })[] {
  const seen = operationsOfBoth(found).flatMap(([classic, recommended]) =>
    wordsOf(slotsOf(classic), slotsOf(recommended)),
  )
  const known = new Map<string, Set<string>>()
  for (const { classic, recommended } of seen) known.set(classic, new Set([...(known.get(classic) ?? []), recommended]))
  return seen.map(({ classic, recommended, wire }) => {
    const common = { id: RECOMMENDED_WORDS, path: classic, wire }
    const words = [...known.get(classic)!]
    if (words.length > 1) return { ...common, state: 'ambiguous' as const, candidates: words }
    if (recommended === recommendedWord(classic)) return { ...common, state: 'confirmed' as const }
    return { ...common, state: 'contradicted' as const, fact: { words: { [classic]: recommended } } }
  })
}

/** The two addresses of every operation that has one of each vocabulary. */
function operationsOfBoth(found: readonly FoundRoute[]): [FoundRoute, FoundRoute][] {
  const operations = new Map<OperationId, FoundRoute[]>()
  for (const each of found) operations.set(each.operation, [...(operations.get(each.operation) ?? []), each])
  return [...operations.values()].flatMap((routes): [FoundRoute, FoundRoute][] => {
    const classic = routes.find(({ route }) => route.words === 'classic')
    const recommended = routes.find(({ route }) => route.words === 'recommended')
    return classic && recommended && classic.wire !== recommended.wire ? [[classic, recommended]] : []
  })
}

function wordsOf(classic: readonly LearnedSlot[], recommended: readonly LearnedSlot[]): SeenWord[] {
  return recommended.flatMap(({ found, slot, findings }) => {
    const others = classic.find((each) => each.slot === slot)?.findings.members ?? []
    return findings.members.flatMap(({ path, state, place }): SeenWord[] => {
      const name = lastOf(path)
      const other = others.find((each) => each.path === path)
      if (state !== 'seen' || other?.state !== 'seen' || !PAIRED.has(name)) return []
      const [word, classicWord] = [lastOf(place!), lastOf(other.place!)]
      return word === classicWord ? [] : [{ classic: name, recommended: word, wire: found.wire }]
    })
  })
}

function lastOf(path: string): string {
  return path.replace(/\[\]$/, '').split(/[./]/).at(-1)!
}
