import { lazy } from '../../../src/base/lazy.js'
import type { FeedbackType } from '../../../src/contract/question-types.js'
import stored from '../lexicon/sentiment-model.json' with { type: 'json' }
import type { Word } from '../text/words.js'
import { withoutCourtesy, withoutThanks } from './courtesy.js'
import { readModel, type StoredModel } from './read-model.js'
import { type Polarity, weighSentiment } from './sentiment-model.js'

const { general, feedback, chat } = stored as unknown as StoredModel
const forReviews = lazy(() => readModel(general))
const forFeedback = lazy(() => readModel(general, feedback))
const forChats = lazy(() => readModel(general, feedback, chat))

const CLEARLY = 0.7

/** Whether a source holds what people say to each other rather than to a service; so it is read where no one says. */
function isForOthers(feedbackType: FeedbackType | undefined): boolean {
  return feedbackType === undefined || feedbackType === 'review' || feedbackType === 'social_media'
}

/**
 * How positive and how negative English words are, by what their source holds: people who write to a service say what went
 * wrong, however politely; in a chat they also answer questions. Where the weights come from is in the model's file.
 */
export function weighEnglish(
  words: readonly Word[],
  shouted: number,
  feedbackType: FeedbackType | undefined,
): Polarity {
  if (isForOthers(feedbackType)) return weighSentiment(forReviews(), words, 0, words.length, shouted)
  const model = feedbackType === 'chat' ? forChats() : forFeedback()
  const weigh = (plain: readonly Word[]) => weighSentiment(model, plain, 0, plain.length, shouted)
  const message = withoutCourtesy(words)
  const polarity = weigh(message)
  const bare = polarity.positive > polarity.negative ? withoutThanks(message) : message
  if (bare === message) return polarity
  // Thanks are praise where nothing went wrong, and courtesy below a complaint.
  const { positive, negative } = weigh(bare)
  return negative > CLEARLY ? { positive, negative } : polarity
}
