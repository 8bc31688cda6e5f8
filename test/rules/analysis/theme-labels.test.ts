import { describe, expect, it } from 'vitest'
import { addFinding, analyseText, emptyCorpus, summariseCorpus } from '../../../emulator/analysis/index.js'
import { isFunctionWord } from '../../../emulator/analysis/text/language.js'
import { scanText } from '../../../emulator/analysis/text/scan.js'
import { stemOf } from '../../../emulator/analysis/text/stem.js'
import { isStopWord } from '../../../emulator/analysis/text/stop-words.js'
import {
  DEVELOPMENT_NAMES,
  HELD_OUT_NAMES,
  readDevelopmentTexts,
  readHeldOutTexts,
} from '../../bench/development-texts.js'
import { FIXTURE_NAMES, readJudgedTexts } from '../../bench/fixture-themes.js'
import type { JudgedText } from '../../bench/judged-texts.js'

const SOURCES: [name: string, texts: JudgedText[]][] = [
  ...FIXTURE_NAMES.map((name): [string, JudgedText[]] => [name, readJudgedTexts(name)]),
  ...DEVELOPMENT_NAMES.map((name): [string, JudgedText[]] => [name, readDevelopmentTexts(name)]),
  ...HELD_OUT_NAMES.map((name): [string, JudgedText[]] => [name, readHeldOutTexts(name)]),
]
/** A word in more of the texts than this is what they are all about, or who it is about. */
const EVERY_TEXT = 0.35

/** Fewer texts may have few topics that several of them speak of in so many words. */
const MANY_TEXTS = 200

const known = new Map<readonly JudgedText[], string[]>()

function labelsOf(texts: readonly JudgedText[]): string[] {
  const labels = known.get(texts) ?? findLabels(texts)
  known.set(texts, labels)
  return labels
}

function findLabels(texts: readonly JudgedText[]): string[] {
  const corpus = emptyCorpus()
  texts.forEach(({ item }, index) => {
    addFinding(corpus, index + 1, analyseText(item, []))
  })
  return summariseCorpus(corpus).themes.map(({ label }) => label)
}

const wordsOf = (label: string) =>
  label
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '' && !isFunctionWord(word))

const stemsOf = (label: string) =>
  wordsOf(label)
    .map(stemOf)
    .filter((stem) => !isStopWord(stem))

describe('[ANA-6] labels of themes', () => {
  it.each(SOURCES)('%s: one to three words, none that says nothing, none twice', (_name, texts) => {
    const labels = labelsOf(texts)
    if (texts.length >= MANY_TEXTS) expect(labels.length).toBeGreaterThan(4)
    for (const label of labels) {
      expect(label).toMatch(/^\p{Lu}[\p{L}\w-]*(?: [\p{L}\w-]+){0,2}$/u)
      expect(stemsOf(label)).not.toEqual([])
    }
    expect(new Set(labels.map((label) => stemsOf(label).sort().join(' '))).size).toBe(labels.length)
  })

  it.each(SOURCES)('%s: no theme is a single word of another', (_name, texts) => {
    const stems = labelsOf(texts).map(stemsOf)
    const single = stems.filter(({ length }) => length === 1).map(([stem]) => stem)
    for (const several of stems.filter(({ length }) => length > 1)) {
      expect(single.filter((stem) => stem !== undefined && several.includes(stem))).toEqual([])
    }
  })

  it.each(SOURCES)('%s: no theme is a name that stands in every text', (_name, texts) => {
    const counts = new Map<string, number>()
    for (const { item } of texts) {
      for (const stem of new Set(scanText(item.text).words.map((word) => word.stem))) {
        counts.set(stem, (counts.get(stem) ?? 0) + 1)
      }
    }
    for (const label of labelsOf(texts)) {
      const common = wordsOf(label).filter((word) => (counts.get(stemOf(word)) ?? 0) > texts.length * EVERY_TEXT)
      expect(common).toEqual([])
    }
  })
})
