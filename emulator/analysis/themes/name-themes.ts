import type { Corpus } from '../corpus.js'
import { TOPIC_KEYS, TOPIC_LABELS } from '../topics/topics.js'
import type { Term, Terms } from './terms.js'
import type { LearnedTheme } from './theme-model.js'

/** A leaf that holds this part of its topic gives it its label. */
const NAMING_PART = 0.7
/** A phrase takes the place of its word if it makes up this part of it. */
const SPECIFIC_PART = 0.5

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function labelTopic(topic: string, corpus: Corpus, count: number): string {
  const countOf = (key: string) => corpus.counts[corpus.ids.get(`#${key}`) ?? -1] ?? 0
  const leaf = TOPIC_KEYS.find((key) => key.startsWith(`${topic}/`) && countOf(key) >= count * NAMING_PART)
  return TOPIC_LABELS.get(leaf ?? topic) ?? topic
}

/** Phrases by each of their words, the most frequent first. */
function indexPhrases(corpus: Corpus): Map<string, { phrase: string; count: number }> {
  const best = new Map<string, { phrase: string; count: number }>()
  corpus.names.forEach((name, id) => {
    if (name === undefined || name.startsWith('!') || !name.includes(' ')) return
    const count = corpus.counts[id]!
    for (const word of name.split(' ')) {
      const known = best.get(word)
      if (known && (known.count > count || (known.count === count && known.phrase < name))) continue
      best.set(word, { phrase: name, count })
    }
  })
  return best
}

function labelWord({ form, formCount }: Term, phrases: ReturnType<typeof indexPhrases>): string {
  const specific = phrases.get(form)
  return capitalise(specific && specific.count >= formCount * SPECIFIC_PART ? specific.phrase : form)
}

/** The themes of seeds: the lexicon's label for a topic, the users' own word or phrase for the rest. */
export function nameThemes(corpus: Corpus, terms: Terms, seeds: readonly number[]): LearnedTheme[] {
  const phrases = indexPhrases(corpus)
  return seeds.map((seed) => {
    const term = terms.list[seed]!
    if (!term.isTopic) return { key: `=${term.name}`, label: labelWord(term, phrases) }
    const key = term.name.slice(1)
    return { key, label: labelTopic(key, corpus, term.count) }
  })
}
