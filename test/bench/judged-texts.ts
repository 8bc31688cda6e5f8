import type { Sentiment, TextToAnalyse } from '../../emulator/analysis/index.js'

/** A text with what a person says of it. */
export interface JudgedText {
  item: TextToAnalyse
  /** The main theme first; `other` where it has none. */
  themes: string[]
  sentiment: Sentiment
}
