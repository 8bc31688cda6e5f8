/** The languages whose sentiment the emulator's analysis supports, by BCP 47 code. In any other it judges emoji and ratings alone. */
export const SENTIMENT_LANGUAGES = {
  en: 'English',
  de: 'German',
  fr: 'French',
  es: 'Spanish',
  it: 'Italian',
  pt: 'Portuguese',
  nl: 'Dutch',
} as const

const NAMES = Object.values(SENTIMENT_LANGUAGES)

/** The same as part of a sentence: "English, German, … and Dutch". */
export const SENTIMENT_LANGUAGES_TEXT = `${NAMES.slice(0, -1).join(', ')} and ${NAMES.at(-1)}`
