import { lazy } from '../../../src/base/lazy.js'
import type { FeedbackType } from '../../../src/contract/question-types.js'
import stored from '../lexicon/sentiment-model.json' with { type: 'json' }
import type { Scan } from '../text/scan.js'
import type { Word } from '../text/words.js'
import { readModel, type StoredModel, weigh } from './model.js'
import type { Polarity, Stretch } from './polarity.js'
import { type LeftOut, readSums, type Take } from './read-sums.js'
import { type Sums, sumUp } from './sums.js'

const { general, feedback, chat } = stored as unknown as StoredModel
const forReviews = lazy(() => readModel(general))
const forFeedback = lazy(() => readModel(general, feedback))
const forChats = lazy(() => readModel(general, feedback, chat))

const CLEARLY = 0.7

/** Whether a source holds what people say to a service rather than to each other, as where no one says. */
export function isForService(feedbackType: FeedbackType | undefined): boolean {
  return feedbackType !== undefined && feedbackType !== 'review' && feedbackType !== 'social_media'
}

/** A text in its parts and on the whole; nothing is left out where nothing would be left. */
export function readText(words: readonly Word[], leftOut: LeftOut, take: Take): { parts: Sums[]; whole: Sums } {
  const parts = readSums(words, leftOut, take)
  const whole = sumUp(parts)
  return whole.words > 0 || leftOut === 'nothing' ? { parts, whole } : readText(words, 'nothing', take)
}

/**
 * How positive and how negative an English text is and its parts are, by what its source holds: people who write to a service
 * say what went wrong, however politely; in a chat they also answer questions. Where the weights come from is in the model's file.
 */
export function weighEnglish(
  scan: Scan,
  feedbackType: FeedbackType | undefined,
): { whole: Polarity; stretches: Stretch[] } {
  const isMessage = isForService(feedbackType)
  const model = isMessage ? (feedbackType === 'chat' ? forChats() : forFeedback()) : forReviews()
  const { parts, whole } = readText(scan.words, isMessage ? 'greetings' : 'nothing', model.take)
  const stretches = parts.length < 2 ? [] : parts.map((part) => ({ to: part.to, polarity: weigh(model, part, 0) }))
  const polarity = weigh(model, whole, scan.shouted)
  if (!isMessage || polarity.positive <= polarity.negative || !scan.words.some(({ courtesy }) => courtesy === 'thanks'))
    return { whole: polarity, stretches }
  // Thanks are praise where nothing went wrong, and courtesy below a complaint.
  const bare = weigh(model, readText(scan.words, 'thanks', model.take).whole, scan.shouted)
  return { whole: bare.negative > CLEARLY ? bare : polarity, stretches }
}
