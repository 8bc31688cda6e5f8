import { lazy } from '../../src/base/lazy.js'
import stored from './lexicon/sentiment-model.json' with { type: 'json' }
import { readModel, type StoredModel } from './sentiment-model.js'

/** The sentiment model that comes with the package; its origin stands in the file. */
export const readShippedModel = lazy(() => readModel(stored as unknown as StoredModel))
