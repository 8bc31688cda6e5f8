import type { LearningRow } from './learning-rows.js'

/** The place of the topic that an item is about most, `topicCount` topics standing first among the terms; -1 where it is about none. */
export function findMainTopic({ terms: places, values }: LearningRow, topicCount: number): number {
  let best = -1
  for (let at = 0; at < places.length; at++) {
    if (places[at]! < topicCount && (best < 0 || values[at]! > values[best]!)) best = at
  }
  return best < 0 ? -1 : places[best]!
}
