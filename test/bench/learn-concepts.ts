import { writeFileSync } from 'node:fs'
import { DIGITS, LEVELS, STEP } from '../../emulator/analysis/text/concepts.js'
import { isFiller, JUDGED_LANGUAGES } from '../../emulator/analysis/text/foreign-words.js'
import { stemOf } from '../../emulator/analysis/text/stem.js'
import { isStopWord } from '../../emulator/analysis/text/stop-words.js'
import { stemTopicTerms, TOPIC_LABELS, topicOf } from './concepts/topics.js'
import abroad from './concepts/topics-abroad.json' with { type: 'json' }
import foreign from './concepts/topics-foreign.json' with { type: 'json' }
import { learnSoftmax } from './learn-softmax.js'
import { readTopicExamples } from './topic-examples.js'

// Makes lexicon/concepts.json from concepts/ and topic-sentences/: `node test/bench/run.js learn-concepts [FILE]`.

const TARGET = process.argv[2] ?? new URL('../../emulator/analysis/lexicon/concepts.json', import.meta.url)
const CREDIT =
  'Made by test/bench/learn-concepts.ts from the word lists, the invented sentences and the judged texts of this project in test/bench.'
const LEAST_WEIGHT = 0.2
/** What keeps most weights at 0 holds the others down as well. */
const SHARPER = 1.15
const MOST_HINTS = 12
/** In so many texts a word must be, and a pair. */
const LEAST_TEXTS = { word: 2, pair: 3 }
/** What a further topic of a text counts beside the main one. */
const FURTHER = 0.5
/** What a word of another language counts that is listed for a topic. */
const FOREIGN_WEIGHT = 5.6
/** Headings of so many things that texts under one of them have nothing in common, by how rarely they were right. */
const WIDE = 'mobile-app content ordering quality range usability facilities features room'.split(' ')

interface TopicHint {
  topic: number
  weight: number
}

const examples = readTopicExamples()
const topics = [...new Set(examples.flatMap((example) => example.topics))].sort()
/** The place of a topic. Throws for one that no example has. */
function placeOfTopic(topic: string): number {
  const place = topics.indexOf(topic)
  if (place < 0) throw new Error(`no example is about ${topic}`)
  return place
}

if ((topics.length + 1) * LEVELS > DIGITS.length ** 2) throw new Error('there are more topics than two digits can tell')

/** Stands for no topic. */
const NOTHING = topics.length

function countNames(): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { names } of examples) for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

function learnHints(): { hints: Map<string, TopicHint[]>; odds: number[] } {
  const names = [...countNames()]
    .filter(([name, count]) => count >= (name.includes(' ') ? LEAST_TEXTS.pair : LEAST_TEXTS.word))
    .map(([name]) => name)
    .sort()
  const placeOf = new Map(names.map((name, place) => [name, place]))
  const classed = examples.flatMap(({ names: own, topics: given, weight }) => {
    const features = own.flatMap((name) => placeOf.get(name) ?? [])
    if (given.length === 0) return [{ features, label: NOTHING, weight }]
    return given.map((topic, at) => ({
      features,
      label: placeOfTopic(topic),
      weight: at === 0 ? weight : weight * FURTHER,
    }))
  })
  const { weights, biases } = learnSoftmax(classed, names.length, topics.length + 1)
  const hints = names.map((name, place): [string, TopicHint[]] => [name, hintsAt(weights, place)])
  return { hints: new Map(hints), odds: [...biases].map((bias) => Number(bias.toFixed(2))) }
}

function hintsAt(weights: Float32Array, place: number): TopicHint[] {
  const count = topics.length + 1
  return [...weights.subarray(place * count, (place + 1) * count)]
    .map((weight, topic) => ({ topic, weight }))
    .filter(({ weight }) => weight >= LEAST_WEIGHT)
    .sort((a, b) => b.weight - a.weight || a.topic - b.topic)
    .slice(0, MOST_HINTS)
}

function encode({ topic, weight }: TopicHint): string {
  const code = topic * LEVELS + Math.min(LEVELS - 1, Math.max(1, Math.round((weight * SHARPER) / STEP)))
  return DIGITS.charAt(Math.floor(code / DIGITS.length)) + DIGITS.charAt(code % DIGITS.length)
}

/** How many letters two words begin with that are the same, 9 at most. */
function countShared(first: string, second: string): number {
  let shared = 0
  while (shared < 9 && shared < first.length && first.charAt(shared) === second.charAt(shared)) shared++
  return shared
}

/** Words of other languages, and beginnings and ends of German and French ones, each with the first topic that lists it. */
function gatherAbroad(): Map<string, TopicHint[]> {
  const found = new Map<string, TopicHint[]>()
  const add = (word: string, topic: string) => {
    // A term of several words has function words in it.
    if (!found.has(word) && !JUDGED_LANGUAGES.some((language) => isFiller(language, word)))
      found.set(word, [{ topic: placeOfTopic(topic), weight: FOREIGN_WEIGHT }])
  }
  for (const byTopic of Object.values(abroad)) {
    for (const [topic, parts] of Object.entries(byTopic)) for (const part of parts.split(' ')) add(part, topic)
  }
  for (const [key, terms] of Object.entries(foreign)) {
    const words = terms.replaceAll('?', '').split(/[, ]+/)
    for (const stem of words.map(stemOf)) if (stem.length > 3) add(stem, topicOf(key))
  }
  return found
}

/** Each word after the one before it: how many letters they share, and the rest. */
function listWords(hints: ReadonlyMap<string, readonly TopicHint[]>): string {
  const stems = [...hints.keys()].filter((stem) => hints.get(stem)!.length > 0 && /^[\p{L}'_-]+$/u.test(stem)).sort()
  return stems
    .map((stem, at) => {
      const shared = countShared(stems[at - 1] ?? '', stem)
      return `${shared}${stem.slice(shared)}:${hints.get(stem)!.map(encode).join('')}`
    })
    .join(' ')
}

/** So many of the words that come first among those of a topic name it as well. */
const MORE_NAMES = 10

/** What each topic is called, the words that people call it by, as stems, then others that say the same; which of them names a theme depends on its texts. */
function listNames(): string {
  const terms = stemTopicTerms().filter(({ stems, isWeak }) => stems.length === 1 && !isWeak)
  const namesOf = (topic: string) => {
    const words = `${TOPIC_LABELS.get(topic) ?? ''} ${topic}`.toLowerCase().match(/[a-z]+/g) ?? []
    const first = [...new Set(words.map(stemOf))].filter((stem) => stem.length > 2 && !isStopWord(stem))
    const more = terms.filter(({ key }) => topicOf(key) === topic).flatMap(({ stems }) => stems)
    const others = [...new Set(more)].filter((stem) => !first.includes(stem) && !isStopWord(stem))
    return `${TOPIC_LABELS.get(topic) ?? topic};${first.join(' ')};${others.slice(0, MORE_NAMES).join(' ')}`
  }
  return topics.map(namesOf).join(',')
}

const { hints, odds } = learnHints()
const isPair = (name: string) => name.includes(' ')
const stored = {
  credit: CREDIT,
  count: topics.length,
  wide: WIDE.map(placeOfTopic).join(' '),
  odds: odds.join(' '),
  names: listNames(),
  words: listWords(new Map([...hints].filter(([name]) => !isPair(name)))),
  pairs: listWords(
    new Map([...hints].filter(([name]) => isPair(name)).map(([name, list]) => [name.replace(' ', '_'), list])),
  ),
  abroad: listWords(gatherAbroad()),
}
writeFileSync(TARGET, `${JSON.stringify(stored, null, 2)}\n`)
