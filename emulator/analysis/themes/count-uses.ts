import { type Corpus, linkOfMark } from '../corpus.js'
import { LINKS } from '../find-features.js'
import { findWord } from '../text/words.js'
import { Assigner } from './assign.js'
import type { ThemeModel } from './model.js'
import type { Sample } from './sample.js'

/** A word or phrase of the texts, and in how many of the items of each theme it is, and in how many of all. */
export interface Name {
  text: string
  /** The places of its terms. */
  terms: number[]
  inside: number[]
  all: number
}

/** What the items of each theme use. */
export interface Uses {
  sizes: number[]
  /** Items that have both themes. */
  shared: number[][]
  names: Map<string, Name>
}

/** Counts what may name a theme in the main theme of each text, and the texts that themes share. */
export function countUses(corpus: Corpus, model: ThemeModel, sample: Sample): Uses {
  const zeros = () => Array.from({ length: model.seedCount }, () => 0)
  const uses: Uses = { sizes: zeros(), shared: zeros().map(zeros), names: new Map() }
  const assigner = new Assigner(corpus, model)
  const add = (text: string, terms: number[], copies: number) => {
    const name = uses.names.get(text) ?? { text, terms, inside: zeros(), all: 0 }
    if (name.all === 0) uses.names.set(text, name)
    name.all += copies
    const [main] = assigner.themes
    if (main !== undefined) name.inside[main]! += copies
  }
  const words = corpus.vocabulary.words.names
  sample.rows.forEach((row, index) => {
    const copies = sample.copies[index]!
    assigner.placeAlone(row)
    for (const first of assigner.themes) for (const second of assigner.themes) uses.shared[first]![second]! += copies
    if (assigner.themes.length > 0) uses.sizes[assigner.themes[0]!]! += copies
    const start = corpus.starts[row]!
    for (let at = start; at < corpus.starts[row + 1]!; at++) {
      const [feature, before] = [corpus.features[at]!, corpus.features[at - 1]!]
      const term = model.termOf[feature]!
      if (term < 0) continue
      const link = at > start ? LINKS[linkOfMark(corpus.marks[at]!)] : ''
      if (link) add(`${words[before]!}${link}${words[feature]!}`, [model.termOf[before]!, term], copies)
      if (!findWord(words[feature]!).isVague) add(words[feature]!, [term], copies)
    }
  })
  return uses
}
