import { writeFileSync } from 'node:fs'
import { DIGITS, LEVELS, STEP } from '../../emulator/analysis/text/concepts.js'
import { isFiller, JUDGED_LANGUAGES } from '../../emulator/analysis/text/foreign-words.js'
import { isFunctionWord } from '../../emulator/analysis/text/language.js'
import { stemOf } from '../../emulator/analysis/text/stem.js'
import { isStopWord } from '../../emulator/analysis/text/stop-words.js'
import { SURE } from '../../emulator/analysis/themes/topics.js'
import { stemTopicTerms, TOPIC_LABELS, topicOf } from './concepts/topics.js'
import abroad from './concepts/topics-abroad.json' with { type: 'json' }
import foreign from './concepts/topics-foreign.json' with { type: 'json' }
import { guess, learnSoftmax, type SoftmaxWeights } from './learn-softmax.js'
import { readTopicExamples, type TopicExample } from './topic-examples.js'

// Makes lexicon/concepts.json from concepts/, topic-sentences/ and topic-texts/: `node test/bench/run.js learn-concepts [FILE]`.

const TARGET = process.argv[2] ?? new URL('../../emulator/analysis/lexicon/concepts.json', import.meta.url)
const CREDIT =
  'Made by test/bench/learn-concepts.ts from the word lists, the invented sentences and the judged texts of this project in test/bench.'
/** What a word is stored as ends at a colon, and begins after a digit. */
const STORABLE = /^[\p{L}\p{N}'_-]+$/u
/** In so many texts a word must be. */
const LEAST_TEXTS = 2
/** Texts are judged in so many parts. */
const FOLDS = 4
/** Of how many texts the trust in a concept is that nothing is known of, and the most there is. */
const DOUBT = 8
const MOST_TRUST = 1.15
/** What a further topic of a text counts beside the main one. */
const FURTHER = 0.5
/** How likely a text in another language is about the topic that its one listed word is listed for. */
const FOREIGN_PART = 0.92
/** Headings of so many things that texts under one of them have nothing in common, by how rarely they were right. */
const WIDE = 'mobile-app content ordering quality range usability facilities features room'.split(' ')

/** How much less a concept is trusted than texts say, where readers of three times ten sources rejected half of its themes. */
const REJECTED = new Map([['support', 0.85]])

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

const names = [...countNames()]
  .filter(([name, count]) => count >= LEAST_TEXTS && STORABLE.test(name))
  .map(([name]) => name)
  .sort()
const placeOf = new Map(names.map((name, place) => [name, place]))
const featuresOf = ({ names: own }: TopicExample) => own.flatMap((name) => placeOf.get(name) ?? [])

function learn(some: readonly TopicExample[]): SoftmaxWeights {
  const classed = some.flatMap((example) => {
    const features = featuresOf(example)
    const { topics: given, weight } = example
    if (given.length === 0) return [{ features, label: NOTHING, weight }]
    return given.map((topic, at) => ({
      features,
      label: placeOfTopic(topic),
      weight: at === 0 ? weight : weight * FURTHER,
    }))
  })
  return learnSoftmax(classed, names.length, topics.length + 1)
}

/** How much of a text is about a topic, 0 to 1, as `learn` counts it. */
function shareOf(topic: string, { topics: own }: TopicExample): number {
  const place = own.indexOf(topic)
  return place < 0 ? 0 : (place === 0 ? 1 : FURTHER) / (1 + FURTHER * (own.length - 1))
}

/**
 * How far a concept is to be trusted: how many of the texts that are likely to be about it really are, for each that would be if
 * likelihoods were right; not at all where it is too wide. Each text is judged by what texts of other sources say.
 */
function measureTrust(): number[] {
  const trust = topics.map(() => ({ right: DOUBT, expected: DOUBT }))
  const sources = [...new Set(examples.flatMap(({ source }) => source ?? []))]
  const foldOf = ({ source }: TopicExample) => (source === undefined ? -1 : sources.indexOf(source) % FOLDS)
  for (let fold = 0; fold < FOLDS; fold++) {
    const learnedElsewhere = learn(examples.filter((example) => foldOf(example) !== fold))
    for (const text of examples.filter((example) => foldOf(example) === fold)) {
      const parts = guess(learnedElsewhere, featuresOf(text))
      const likeliest = parts.indexOf(Math.max(...parts))
      if (likeliest === NOTHING || parts[likeliest]! < SURE) continue
      trust[likeliest]!.expected += parts[likeliest]!
      trust[likeliest]!.right += shareOf(topics[likeliest]!, text)
    }
  }
  return trust.map(({ right, expected }, place) => {
    const topic = topics[place]!
    const measured = Math.min(MOST_TRUST, right / expected) * (REJECTED.get(topic) ?? 1)
    return WIDE.includes(topic) ? 0 : Number(measured.toFixed(2))
  })
}

function hintsAt({ weights }: SoftmaxWeights, place: number): TopicHint[] {
  const count = topics.length + 1
  return [...weights.subarray(place * count, (place + 1) * count)]
    .map((weight, topic) => ({ topic, weight }))
    .filter(({ weight }) => weight > 0)
}

function encode({ topic, weight }: TopicHint): string {
  const code = topic * LEVELS + Math.min(LEVELS - 1, Math.max(1, Math.round(weight / STEP)))
  return DIGITS.charAt(Math.floor(code / DIGITS.length)) + DIGITS.charAt(code % DIGITS.length)
}

/** How many letters two words begin with that are the same, 9 at most. */
function countShared(first: string, second: string): number {
  let shared = 0
  while (shared < 9 && shared < first.length && first.charAt(shared) === second.charAt(shared)) shared++
  return shared
}

/** What a listed word counts, whatever the odds are before a text is read. */
function foreignWeight(topic: number): number {
  const odds = [...learned.biases].map(Math.exp)
  const others = odds.reduce((sum, each) => sum + each, 0) - odds[topic]!
  return Math.log((FOREIGN_PART / (1 - FOREIGN_PART)) * (others / odds[topic]!))
}

function isStopWordAbroad(word: string): boolean {
  return JUDGED_LANGUAGES.some((language) => isFiller(language, word))
}

/** Words of other languages, and beginnings and ends of German and French ones, each with the first topic that lists it. */
function gatherAbroad(): Map<string, TopicHint[]> {
  const found = new Map<string, TopicHint[]>()
  const add = (word: string, topic: string) => {
    if (!found.has(word) && !isFunctionWord(word))
      found.set(word, [{ topic: placeOfTopic(topic), weight: foreignWeight(placeOfTopic(topic)) }])
  }
  for (const byTopic of Object.values(abroad)) {
    for (const [topic, parts] of Object.entries(byTopic)) for (const part of parts.split(' ')) add(part, topic)
  }
  for (const [key, terms] of Object.entries(foreign)) {
    for (const term of terms.replaceAll('?', '').split(', ')) {
      const stems = term.split(' ').map(stemOf)
      // A term of several words has function words in it.
      const telling = stems.length > 1 ? stems.filter((stem) => !isStopWordAbroad(stem)) : stems
      for (const stem of telling) if (stem.length > 3) add(stem, topicOf(key))
    }
  }
  return found
}

/** Each word after the one before it: how many letters they share, and the rest. */
function listWords(hints: ReadonlyMap<string, readonly TopicHint[]>): string {
  const stems = [...hints.keys()].filter((stem) => hints.get(stem)!.length > 0).sort()
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

const learned = learn(examples)
const stored = {
  credit: CREDIT,
  count: topics.length,
  odds: [...learned.biases].map((bias) => bias.toFixed(2)).join(' '),
  trust: measureTrust().join(' '),
  names: listNames(),
  words: listWords(new Map(names.map((name, place) => [name, hintsAt(learned, place)]))),
  abroad: listWords(gatherAbroad()),
}
writeFileSync(TARGET, `${JSON.stringify(stored, null, 2)}\n`)
