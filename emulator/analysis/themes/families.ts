import { CONCEPT_COUNT, rankName } from '../text/concepts.js'
import { findWord } from '../text/words.js'
import { countItems, listPostings, type Sample } from './sample.js'

/** Words that speak for one thing, each by itself: a theme is grown from them, and one of them names it. */
export interface Family {
  /** What stands for it for ever, whatever its words are. */
  key: string
  /** The concept that its words share; undefined for a word alone. */
  concept: number | undefined
  /** How strongly each of its terms speaks for it, up to 1. */
  strengths: Map<number, number>
}

/** A word in this part of the items may be a theme by itself; of few items, rarer ones only together with others of their concept. */
const ANCHOR_PARTS = { few: 0.02, many: 0.01 }
const LEAST_ANCHOR = 3
const FEW_ITEMS = 20
/** A theme with more of the items than this can be told apart into those of its words. */
const BIG_PART = 0.2
/** From which weight on a concept is what a word is about: of a frequent word, of any other, and of one that only describes. */
const CORE = { anchor: 2, name: 2.4, vague: 3 }
/** The same of a word that says the same as the concept's name. */
const CORE_OF_NAME = 1.4
/** The weight that a word has that is of one concept alone. */
export const FULL_WEIGHT = 3.8
/** What speaks this much for a theme belongs to it: one of its words, or several that go with it. */
export const LEAST_STRENGTH = 0.8
/** What words of a theme speak for it: what is said often more. */
const STRENGTHS = { rare: 0.8, anchor: 1 }

function isName({ terms }: Sample, term: number): boolean {
  return terms[term]!.weight > 0 && !findWord(terms[term]!.form).isVague
}

function leastAnchor({ items, withConcepts }: Sample): number {
  const part = withConcepts ? ANCHOR_PARTS.few : ANCHOR_PARTS.many
  return items > FEW_ITEMS ? Math.max(LEAST_ANCHOR, items * part) : 1
}

/** Words frequent enough to be a theme each. */
function listAnchors(sample: Sample, spread: ReadonlySet<number>): number[] {
  const { terms } = sample
  const least = leastAnchor(sample)
  return [...terms.keys()].filter((term) => terms[term]!.count >= least && isName(sample, term) && !spread.has(term))
}

function compareTerms({ terms }: Sample, first: number, second: number): number {
  const [one, other] = [terms[first]!, terms[second]!]
  return (
    (other.hints[0]?.weight ?? 0) - (one.hints[0]?.weight ?? 0) ||
    other.count - one.count ||
    (one.name < other.name ? -1 : 1)
  )
}

/** The concept that a term is a word of: one that it names, or the one it hints at most if it does so clearly. */
function findHome({ terms }: Sample, term: number, least: number): number | undefined {
  const { name, hints } = terms[term]!
  const named = hints.find(({ concept }) => rankName(name, concept) === 2)
  if (named !== undefined) return named.concept
  const [first] = hints
  if (first === undefined) return undefined
  const isSure = first.weight >= least || (first.weight >= CORE_OF_NAME && rankName(name, first.concept) === 1)
  return isSure ? first.concept : undefined
}

/**
 * Families of the words of a source: those of each concept, as long as they are not too many items for one theme, and each frequent
 * word that is of none.
 */
export function listFamilies(sample: Sample, spread: ReadonlySet<number>): Family[] {
  const { terms, items, withConcepts } = sample
  const anchors = listAnchors(sample, spread).sort((first, second) => compareTerms(sample, first, second))
  const alone = (term: number) => ({
    key: terms[term]!.name,
    concept: undefined,
    strengths: new Map([[term, STRENGTHS.anchor]]),
  })
  if (!withConcepts) return anchors.map(alone)
  const isAnchor = new Set(anchors)
  const families: Family[] = Array.from({ length: CONCEPT_COUNT }, (_, concept) => ({
    key: `#${concept}`,
    concept,
    strengths: new Map(),
  }))
  const least = leastAnchor(sample)
  terms.forEach(({ name, form, count, hints }, term) => {
    if (isAnchor.has(term) || spread.has(term)) return
    // A frequent word that cannot name a theme would be in one under another's name.
    if (count >= least && rankName(name, hints[0]?.concept) === 0) return
    const home = findHome(sample, term, findWord(form).isVague ? CORE.vague : CORE.name)
    if (home !== undefined) families[home]!.strengths.set(term, STRENGTHS.rare)
  })
  for (const anchor of anchors) {
    const home = findHome(sample, anchor, CORE.anchor)
    const family = home === undefined ? undefined : families[home]!
    const together = family ? countItems(sample, listPostings(sample, [...family.strengths.keys(), anchor])) : 0
    if (family && (family.strengths.size === 0 || items <= FEW_ITEMS || together <= items * BIG_PART))
      family.strengths.set(anchor, STRENGTHS.anchor)
    else families.push(alone(anchor))
  }
  return families.filter(({ strengths }) => strengths.size > 0)
}
