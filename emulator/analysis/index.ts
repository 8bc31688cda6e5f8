export { analyseText } from './analyse-text.js'
export {
  type CorpusRequest,
  type CorpusTask,
  type CorpusWork,
  LostCorpusError,
  makeCorpora,
  type NewItem,
} from './corpora.js'
export { addFinding, type Corpus, emptyCorpus, removeItem } from './corpus.js'
export { summariseCorpus } from './summarise.js'
export { shareOf } from './tallies.js'
export { itemsOfTheme, type ThemeQuery, themesOfItems } from './themes/assign.js'
export { learnThemes, type ThemeModel } from './themes/model.js'
export type { CorpusSummary, Days, Finding, Sentiment, TextToAnalyse, Theme } from './types.js'
