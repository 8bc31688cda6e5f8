import { namesOf, plainName } from './lexicon.js'

/** A name and what it is in other conventions: `num_matches` counts `matches`, `date_added` and `added_on` are `added_at`. */
export function variantsOf(name: string): string[] {
  const counted = countedIn(name).flatMap((each) => [each, `${each}_count`])
  const [, done] = /^date_(.+)$/.exec(name) ?? /^(.+)_on$/.exec(name) ?? []
  return [name, ...counted, ...(done ? [`${done}_at`] : [])]
}

/** What is counted, and may be called by that alone. */
export const COUNTED = [
  'total',
  'sent',
  'delivered',
  'bounced',
  'complained',
  'inserted',
  'duplicates',
  'accepted',
  'erased',
  'rowsAccepted',
  'rowsRejected',
]

/** `sent_count`, `sent_total`, `total_sent` and `count_sent` as `sent`. */
export function countedAs(name: string): string[] {
  return [/^(.+)_(?:count|total)$/.exec(name)?.[1], /^(?:total|n|count(?:_of)?)_(.+)$/.exec(name)?.[1]].filter(
    (each) => each !== undefined,
  )
}

/** Whether a name says the same of what it counts in two words, each of which would do: `skipped_duplicates`. */
export function saysTwice(name: string, words: readonly string[]): boolean {
  const [first, second, third] = name.split('_')
  return second !== undefined && third === undefined && words.includes(first!) && words.includes(second)
}

const COUNTED_IN = [
  /^(?:n|num|number_of|no_of|nr_of)_(.+)$/,
  // `progress` is no plural.
  /^(.+[^s]s)_total$/,
  // How many an analysis is of.
  /^(.+s|feedback)_analy[sz]ed$/,
  /^analy[sz]ed_(.+s|feedback)$/,
]

/** What a name says the number of, if it does. */
export function countedIn(name: string): string[] {
  const counted = COUNTED_IN.map((form) => form.exec(name)?.[1]).find((each) => each !== undefined)
  return counted === undefined ? [] : [counted]
}

/** `monthly_limit` and `used_this_month` without the time that a quota is for. */
export function withoutSpan(name: string): string[] {
  const [, inner] = /^(?:daily|weekly|monthly|yearly)_(.+)$/.exec(name) ?? []
  const [, before] = /^(.+)_(?:this|per|in)_(?:day|week|month|year|period)$/.exec(name) ?? []
  return [inner, before].filter((each) => each !== undefined)
}

/** Properties that are a word of a few, and what the word is called in an object around it: `status: {code: "done"}`. */
const WORDED: readonly string[] = ['status', 'deliveryStatus', 'domainStatus', 'mode', 'type', 'feedbackType']
const ITS_WORD: readonly string[] = ['code', 'value', 'key', 'slug', 'name']

/** A path without the name of the word in an object that is called as ours. */
export function withoutHolder(wire: readonly string[], is: string): readonly string[] {
  const isHeld = wire.length > 1 && WORDED.includes(is) && ITS_WORD.includes(plainName(wire.at(-1)!))
  return isHeld && namesOf(is).includes(plainName(wire.at(-2)!)) ? wire.slice(0, -1) : wire
}

const TIMES: readonly string[] = ['dates', 'times', 'timestamps', 'datetimes']

/** Whether what is around a member says that it is a time, so that its own name does not: `dates.received` is `received_at`. */
export function isInTimes(path: readonly string[]): boolean {
  return path.length > 1 && TIMES.includes(plainName(path.at(-2)!))
}
