/** The features of a word in the sentiment model. */
export interface WordNames {
  word: string
  stem: string
  negatedWord: string
  negatedStem: string
}

/** The names of a word's features, built once because every text asks for them. */
export function nameWord(text: string, stem: string): WordNames {
  return { word: text, stem: `~${stem}`, negatedWord: `!${text}`, negatedStem: `!~${stem}` }
}
