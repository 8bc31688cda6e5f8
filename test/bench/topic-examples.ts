import { readdirSync, readFileSync } from 'node:fs'
import { nameOfHints } from '../../emulator/analysis/text/concepts.js'
import { scanText } from '../../emulator/analysis/text/scan.js'
import type { Word } from '../../emulator/analysis/text/words.js'
import { stemTopicTerms, topicOf } from './concepts/topics.js'
import { readDevelopmentTexts } from './development-texts.js'

/** A text by the names of its features, and the topics that a person filed it under, the main one first; none if it is of no topic. */
export interface TopicExample {
  names: string[]
  topics: string[]
  weight: number
  /** Where a whole text is from, as customers write them; undefined for sentences and terms. */
  source?: string
}

const SENTENCES = new URL('topic-sentences/', import.meta.url)
const TEXTS = new URL('topic-texts/', import.meta.url)
const JUDGED = new URL('concepts/topics-of-development.tsv', import.meta.url)
const NOTHING = '-'
/** What a term of a list counts beside a sentence, a doubtful one, and what a text counts as it came. */
const WEIGHTS = { term: 0.3, weakTerm: 0.15, sentence: 0.5, text: 1.5 }

function readRows(path: URL): string[][] {
  const [, ...lines] = readFileSync(path, 'utf8').trim().split('\n')
  return lines.map((line) => line.split('\t'))
}

const toTopics = (cell = NOTHING) => (cell === NOTHING ? [] : cell.split(' '))

/** The names of the features of a text as `findTopics` looks them up. */
function featureNamesOf(words: readonly Word[]): string[] {
  return [...new Set(words.flatMap((word) => nameOfHints(word) ?? []))]
}

function readFolder(folder: URL, weight: number): (TopicExample & { source: string })[] {
  return readdirSync(folder)
    .sort()
    .flatMap((source) => readRows(new URL(source, folder)).map(([topics, text = '']) => ({ source, topics, text })))
    .map(({ source, topics, text }) => ({
      names: featureNamesOf(scanText(text).words),
      topics: toTopics(topics),
      weight,
      source,
    }))
}

function readSentences(): TopicExample[] {
  return readFolder(SENTENCES, WEIGHTS.sentence).map(({ source: _, ...sentence }) => sentence)
}

/** The texts that the analysis was developed on, whose topics are kept in a file of their own. */
function readDeveloped(): TopicExample[] {
  const texts = new Map<string, ReturnType<typeof readDevelopmentTexts>>()
  return readRows(JUDGED).map(([source = '', number, topics]) => {
    if (!texts.has(source)) texts.set(source, readDevelopmentTexts(source))
    const { item } = texts.get(source)![Number(number) - 1]!
    return {
      names: featureNamesOf(scanText(item.text).words),
      topics: toTopics(topics),
      weight: WEIGHTS.text,
      source,
    }
  })
}

function readTerms(): TopicExample[] {
  return stemTopicTerms().map(({ key, stems, isWeak }) => ({
    names: [...new Set(stems.map((stem) => nameOfHints({ kind: /^\d+$/.test(stem) ? 'number' : 'word', stem })!))],
    topics: [topicOf(key)],
    weight: isWeak ? WEIGHTS.weakTerm : WEIGHTS.term,
  }))
}

/** Everything that concepts are learned from. */
export function readTopicExamples(): TopicExample[] {
  return [...readSentences(), ...readFolder(TEXTS, WEIGHTS.text), ...readDeveloped(), ...readTerms()]
}
