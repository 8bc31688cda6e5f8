import type { Corpus } from '../corpus.js'
import { stemOf } from '../text/stem.js'
import type { Family } from './families.js'
import { Labeller } from './label.js'
import { countItems, type Sample } from './sample.js'

const MAX_THEMES = 12
const MIN_THEMES = 3
const THEMES_PER_ROOT = 1.2
/** A theme has this part of the items at least, and up to so many of fewer items: readers accept few themes of five among 300. */
const LEAST_PART = 0.015
const LEAST_OF_FEW = { items: 3, part: 0.1 }
const LEAST_OF_MORE = { items: 6, part: 0.02 }
/** What a text that is in a theme counts less for others. */
const SMALL_PART = 0.5

/** A family that is a theme, with its label. */
export interface ChosenTheme extends Family {
  label: string
}

/** How many themes a source can bear: more items, more themes, up to what a person wants to read. */
function countThemes(itemCount: number): number {
  return Math.min(MAX_THEMES, Math.max(MIN_THEMES, Math.round(THEMES_PER_ROOT * Math.sqrt(itemCount))))
}

/** How many items a theme of a source has at least. */
export function leastItems(itemCount: number): number {
  const limits = [LEAST_OF_FEW, LEAST_OF_MORE].map(({ items, part }) => Math.min(items, itemCount * part))
  return Math.max(itemCount * LEAST_PART, ...limits)
}

/** Whether one of two names says no more than the other: "pool" and "pool floor". */
function overlap(first: readonly string[], second: readonly string[]): boolean {
  const [less, more] = first.length < second.length ? [first, second] : [second, first]
  return less.every((stem) => more.includes(stem))
}

/** How much of each text a family says: in a small source, where rare words weigh nothing, the same of all. */
function weigh({ termsOf, values, withConcepts }: Sample, { texts, terms }: Family): Map<number, number> {
  const partOf = (index: number) => values[index]![termsOf[index]!.indexOf(terms[0]!)]!
  return new Map([...texts].map((index) => [index, withConcepts ? SMALL_PART : partOf(index)]))
}

function sumOf(parts: ReadonlyMap<number, number>, value: (part: number, index: number) => number): number {
  let sum = 0
  for (const [index, part] of parts) sum += value(part, index)
  return sum
}

/** The families that are shown as themes: each in turn the one of most items, those in themes before it counting half. */
export function chooseThemes(
  corpus: Corpus,
  sample: Sample,
  families: readonly Family[],
  spread: ReadonlySet<number>,
): ChosenTheme[] {
  const labeller = new Labeller(corpus, sample, spread)
  const left = sample.copies.map(() => 1)
  const open = families
    .filter(({ texts }) => countItems(sample, texts) >= leastItems(sample.items))
    .map((family) => ({ family, parts: weigh(sample, family) }))
  const taken: string[][] = []
  const chosen: ChosenTheme[] = []
  while (open.length > 0 && chosen.length < countThemes(sample.items)) {
    const gains = open.map(({ parts }) =>
      sumOf(parts, (part, index) => part * Math.max(0, left[index]!) * sample.copies[index]!),
    )
    let best = 0
    gains.forEach((gain, at) => {
      if (gain > gains[best]! || (gain === gains[best] && open[at]!.family.key < open[best]!.family.key)) best = at
    })
    const { family, parts } = open.splice(best, 1)[0]!
    const label = labeller.findLabel(family, (stems) => !taken.some((other) => overlap(stems, other)))
    if (label === undefined) continue
    taken.push(label.toLowerCase().split(' ').map(stemOf))
    chosen.push({ ...family, label: label.charAt(0).toUpperCase() + label.slice(1) })
    for (const [index, part] of parts) left[index]! -= part
  }
  return chosen
}
