import {
  addFinding,
  analyseText,
  emptyCorpus,
  learnThemes,
  type Sentiment,
  summariseCorpus,
  type TextToAnalyse,
  type Theme,
  themesOfItems,
} from '../../emulator/analysis/index.js'

/** What the analysis finds in texts that are one source. */
export interface Analysed {
  sentiments: Sentiment[]
  /** Identifiers of the themes of each text, the main one first. */
  themesOfTexts: string[][]
  themes: Theme[]
}

/** Analyses the texts with the emulator's own code, as one source. */
export function analyseSource(items: readonly TextToAnalyse[]): Analysed {
  const corpus = emptyCorpus()
  const sentiments = items.map((item, index) => {
    const finding = analyseText(item, [])
    addFinding(corpus, index + 1, finding)
    return finding.sentiment
  })
  const model = learnThemes(corpus)
  const { themes } = summariseCorpus(corpus, model)
  const found = themesOfItems(corpus, model)
  return { sentiments, themes, themesOfTexts: items.map((_, index) => found.get(index + 1) ?? []) }
}
