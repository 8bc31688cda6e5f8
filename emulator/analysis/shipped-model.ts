import stored from './lexicon/sentiment-model.json' with { type: 'json' }
import { readModel, type StoredModel } from './sentiment-model.js'
import { whenAsked } from './when-asked.js'

/** The sentiment model that comes with the package; its origin stands in the file. */
export const readShippedModel = whenAsked(() => readModel(stored as unknown as StoredModel))
