import type { FeedbackType } from '../../src/contract/question-types.js'
import type { SENTIMENTS } from '../../src/contract/records.js'

/** What a text says on the whole. */
export type Sentiment = (typeof SENTIMENTS)[number]

/** One item of feedback. `rating` is read as 1 to 5, above 5 as 0 to 10, above 10 as a percentage. */
export interface TextToAnalyse {
  text: string
  rating?: number | null | undefined
  /** A BCP 47 tag; if it is missing the language is guessed from the text. */
  language?: string | null | undefined
  /** What its source holds; `review` if it is missing. */
  feedbackType?: FeedbackType | undefined
}

/** A trait of an item from which themes are learned, and how the item speaks where it shows. */
export interface Feature {
  /** `!label` for a theme that a rule names, a mark and a number for a concept, else a word of the text. */
  name: string
  /** What the forms of a word share. */
  stem: string
  /** How often the text has it in any form; of a concept how sure it is, up to MOST_LEVEL. */
  times: number
  /** How it makes a phrase with the feature before it, as a place in LINKS; 0 if it makes none. */
  link: number
  /** As `encodePolarity` says. */
  polarity: number
}

/** What one text says, found without looking at any other. Plain JSON. */
export interface Finding {
  sentiment: Sentiment
  /** -1 to 1, three decimals. */
  score: number
  /** Neutral for want of anything to judge it by: its language isn't supported, and there are no emoji and no rating. */
  isUnjudged: boolean
  /** Words in the order of the text, then concepts. */
  features: Feature[]
}

/** How many items lean which way, and the sum of their scores in thousandths, so that sums stay exact. */
export interface Tally {
  positive: number
  neutral: number
  negative: number
  milliScore: number
}

export interface Portion {
  count: number
  /** 0 to 1, four decimals. */
  share: number
}

export interface SentimentSummary {
  positive: Portion
  neutral: Portion
  negative: Portion
  /** -1 to 1, four decimals: the mean of the items' scores. */
  score: number
}

export interface Theme {
  theme_id: string
  label: string
  item_count: number
  share: number
  sentiment: SentimentSummary
  keywords: string[]
}

export interface CorpusSummary {
  item_count: number
  /** Items that are neutral because nothing in them can be judged. */
  unjudged_count: number
  sentiment: SentimentSummary
  themes: Theme[]
}

/** Days since 1970, the first inclusive, the last exclusive. */
export interface Days {
  fromDay: number
  untilDay: number
}

export const ALL_DAYS: Days = { fromDay: Number.NEGATIVE_INFINITY, untilDay: Number.POSITIVE_INFINITY }
