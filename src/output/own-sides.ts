import { isObject } from '../base/is-object.js'

/** Counts and shares of one side of a sentiment. */
export interface Side {
  count?: number | undefined
  share?: number | undefined
}

const OURS = ['positive', 'neutral', 'negative', 'score']

/** The sides that a service has besides ours, such as `mixed`, by its words for them. */
export function ownSides(sentiment: object): [name: string, side: Side][] {
  return Object.entries(sentiment).flatMap(([name, side]): [string, Side][] => {
    if (OURS.includes(name) || !isObject(side)) return []
    return typeof side.count === 'number' || typeof side.share === 'number' ? [[name, side]] : []
  })
}
