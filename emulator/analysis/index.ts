export { analyseText } from './analyse-text.js'
export {
  type CorpusRequest,
  type CorpusTask,
  type CorpusWork,
  LostCorpusError,
  makeCorpora,
  type NewItem,
} from './corpora.js'
export { addFinding, type Corpus, emptyCorpus } from './corpus.js'
export { removeItem } from './remove-item.js'
export { type Days, summariseCorpus } from './summarise.js'
export { shareOf } from './tallies.js'
export { itemsOfTheme, type ThemeQuery, themesOfItems } from './themes/items-of-theme.js'
export { learnThemes, type ThemeModel } from './themes/theme-model.js'
export type { CorpusSummary, Finding, Origin, Sentiment, TextToAnalyse, Theme } from './types.js'
