import type { Origin, Sentiment, TextToAnalyse } from '../../emulator/analysis/index.js'

/** A text with what a person says of it. */
export interface JudgedText {
  item: TextToAnalyse
  /** Who said it and when, as an item pushed carries it. */
  origin?: Origin
  /** The main theme first; `other` where it has none. */
  themes: string[]
  sentiment: Sentiment
}
