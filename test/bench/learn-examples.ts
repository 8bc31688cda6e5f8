import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { scanText } from '../../emulator/analysis/text/scan.js'
import { isStopWord } from '../../emulator/analysis/text/stop-words.js'

// Makes lexicon/topic-examples.json from the sentences in topic-sentences/: `node test/bench/run.js learn-examples`.

const CREDIT =
  'Made by test/bench/learn-examples.ts from test/bench/topic-sentences, invented sentences of customers, written for this project.'
const SOURCES = new URL('topic-sentences/', import.meta.url)
const TARGET = new URL('./concepts/topic-examples.json', import.meta.url)
/** As if every word had been seen this often more, in no topic: few sentences prove little. */
const UNSEEN = 2
const LEAST_PART = 0.05
/** A word that is half as often a topic's says more than half as much. */
const POWER = 0.7
const LEVELS = 9

function stemsOf(text: string): Set<string> {
  const telling = scanText(text).words.filter(
    ({ kind, isLatin, stem }) => kind === 'word' && isLatin && !isStopWord(stem),
  )
  return new Set(telling.map(({ stem }) => stem))
}

/** In how many sentences of a topic each stem stands. */
function countStems(): Map<string, Map<string, number>> {
  const counts = new Map<string, Map<string, number>>()
  for (const file of readdirSync(SOURCES).sort()) {
    for (const line of readFileSync(new URL(file, SOURCES), 'utf8').trim().split('\n').slice(1)) {
      const [topic = '', text = ''] = line.split('\t')
      for (const stem of stemsOf(text)) {
        const byTopic = counts.get(stem) ?? new Map<string, number>()
        counts.set(stem, byTopic.set(topic, (byTopic.get(topic) ?? 0) + 1))
      }
    }
  }
  return counts
}

const words = new Map<string, string[]>()
for (const [stem, byTopic] of [...countStems()].sort(([first], [second]) => (first < second ? -1 : 1))) {
  const all = [...byTopic.values()].reduce((sum, count) => sum + count, 0)
  for (const [topic, count] of byTopic) {
    const part = count / (all + UNSEEN)
    if (part < LEAST_PART) continue
    const level = Math.min(LEVELS, Math.max(1, Math.round(part ** POWER * 10)))
    words.set(topic, [...(words.get(topic) ?? []), `${stem}${level}`])
  }
}
const lists = [...words]
  .sort(([first], [second]) => (first < second ? -1 : 1))
  .map(([topic, list]) => [topic, list.join(' ')])
writeFileSync(TARGET, `${JSON.stringify({ credit: CREDIT, words: Object.fromEntries(lists) }, null, 2)}\n`)
