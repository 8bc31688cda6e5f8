/** What a text says on the whole. */
export type Sentiment = 'positive' | 'neutral' | 'negative'

/** Dictates what comes out for texts that contain `pattern` (a part of the text, case aside). */
export interface AnalysisRule {
  pattern: string
  sentiment?: Sentiment | null
  theme?: string | null
}

/** One item of feedback. `rating` is read as 1 to 5, above 5 as 0 to 10, above 10 as a percentage. */
export interface TextToAnalyse {
  text: string
  rating?: number | null
  /** A BCP 47 tag; where it is missing the language is guessed from the text. */
  language?: string | null
}

/** Something an item speaks of, and how. */
export interface FoundConcept {
  /** `topic` or `topic/leaf` of the lexicon, `=words` for a phrase it does not know, `!label` for a rule's theme. */
  key: string
  sentiment: Sentiment
  /** -1000 to 1000. */
  milliScore: number
  /** The words of the text that speak of it; for a rule's theme, its label. */
  words: string[]
  /** A rule named it. */
  isDictated?: boolean
}

/** What one text says, found without looking at any other. Plain JSON. */
export interface Finding {
  sentiment: Sentiment
  /** -1 to 1, three decimals. */
  score: number
  /** The main one first. */
  concepts: FoundConcept[]
}

/** How many items lean which way, and the sum of their scores in thousandths, so that sums stay exact. */
export interface Tally {
  positive: number
  neutral: number
  negative: number
  milliScore: number
}

/** A concept's tally, and how often which words spoke of it. */
export interface ConceptTally extends Tally {
  /** Items of which it is the main topic; for a phrase, items without any topic of the lexicon. */
  main: number
  /** Items for which a rule named it. */
  dictated: number
  /** By word, with a space after it, so that no word is a name of the language. */
  words: Record<string, number>
}

/** The sum of findings: the same for any order and batching, and any finding can be taken out again. Plain JSON. */
export interface Aggregate {
  all: Tally
  /** By key, with a space after it. */
  concepts: Record<string, ConceptTally>
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

export interface Summary {
  item_count: number
  sentiment: SentimentSummary
  themes: Theme[]
}
