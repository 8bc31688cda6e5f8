/** Question types, their alias, and whether text may be pushed to them (SRC-1 to SRC-6). */
export const QUESTION_TYPES = {
  DEPTH_TEXT: { alias: 'long_answer', acceptsText: true, takesOptions: false },
  TEXT: { alias: 'short_answer', acceptsText: true, takesOptions: false },
  MCQ: { alias: 'mcq', acceptsText: false, takesOptions: true },
  SCQ: { alias: 'scq', acceptsText: false, takesOptions: true },
  RATING: { alias: 'rating', acceptsText: false, takesOptions: false },
  NPS: { alias: 'nps', acceptsText: false, takesOptions: false },
} as const

export type QuestionType = keyof typeof QUESTION_TYPES
export const QUESTION_TYPE_NAMES = Object.keys(QUESTION_TYPES) as QuestionType[]
/** A question type or its alias. */
export type QuestionTypeWord = QuestionType | (typeof QUESTION_TYPES)[QuestionType]['alias']
export const QUESTION_TYPE_WORDS: readonly QuestionTypeWord[] = QUESTION_TYPE_NAMES.flatMap((type) => [
  type,
  QUESTION_TYPES[type].alias,
])

/** The type named by a type word or its alias; undefined for another word (SRC-23). */
export function findQuestionType(word: string): QuestionType | undefined {
  return QUESTION_TYPE_NAMES.find((type) => type === word || QUESTION_TYPES[type].alias === word)
}

/** Allowed values of `feedback_type` (SRC-7). */
export const FEEDBACK_TYPES = [
  'survey',
  'call_transcript',
  'app_review',
  'support_ticket',
  'chat',
  'email',
  'social_media',
  'review',
  'other',
] as const
export type FeedbackType = (typeof FEEDBACK_TYPES)[number]
