import { getOrAdd } from '../../base/get-or-add.js'
import { asSent } from '../../client/checked-payload.js'
import { UnexpectedResponseError } from '../../client/errors.js'
import { ID_MEMBERS } from '../../contract/items/members.js'
import type { QueryOf } from '../../contract/operations/index.js'
import { parseTime, timeInOtherForm } from '../../contract/times.js'
import { recommendedWord } from '../../contract/vocabulary.js'
import type { Row } from '../../output/outcome.js'

type Query = Partial<NonNullable<QueryOf<'listFeedback'>>>

/** The filters that say which value a member has, with the options that set them. */
const SAME = [
  ['survey_series_id', '--group'],
  ['survey_id', '--source'],
  ['question_id', '--field'],
  ['external_id', '--external-id'],
  ['customer_id', '--customer-id'],
] as const satisfies readonly (readonly [keyof Query, string])[]
export const TIMES: Readonly<Record<'occurred_since' | 'occurred_until', string>> = {
  occurred_since: '--since',
  occurred_until: '--until',
}

/** The option that sets each filter. */
export const FILTER_OF: Readonly<Record<string, string>> = { ...Object.fromEntries(SAME), ...TIMES }

const GROUP = recommendedWord('survey_series_id')

/** Many items have no value for these: an answer may leave them out of those. */
const MAY_LACK: readonly string[] = ID_MEMBERS

/** Whether an item is what was asked for; `option`: which option it does not match; 'open': only the end of the listing tells. */
type Verdict = 'matches' | 'open' | { option: string }

export interface ItemCheck {
  /** Checks an item in the words of the wire. Throws `UnexpectedResponseError` if it does not show what it is to be checked by. */
  check(item: Row): Verdict
  /**
   * The items left open that may be what was asked for. Throws the same at the end of a listing where no item had a member that some may
   * lack: the service may have it elsewhere.
   */
  end(): readonly Row[]
}

/**
 * Makes the check of a listing against what was asked. An item that lacks an id that others have has none. `isStrict`: something that can't be
 * undone depends on each item, so that one that lacks the id may be what is asked for, unless the service lists items with other ids as well,
 * and shows that id in the items of the same source. `groups`: the group of each source, by which an item is checked that names its source
 * alone; it may be filled meanwhile.
 */
export function createItemCheck(
  query: Query,
  { isStrict = false, groups }: { isStrict?: boolean | undefined; groups?: ReadonlyMap<string, string> } = {},
): ItemCheck {
  const same = SAME.flatMap(([member, option]) => {
    const value = query[member]
    return value === undefined ? [] : [{ name: recommendedWord(member), option, value }]
  })
  const bounds = [
    { option: TIMES.occurred_since, fits: (at: number, bound: number) => at >= bound, bound: query.occurred_since },
    { option: TIMES.occurred_until, fits: (at: number, bound: number) => at < bound, bound: query.occurred_until },
  ].flatMap(({ bound, ...rest }) => (bound === undefined ? [] : [{ ...rest, bound: parseTime(bound) ?? Number.NaN }]))
  const seen = new Set<string>()
  const lacked = new Map<string, string>()
  const others = new Set<string>()
  const showing = new Map<string, Set<unknown>>()
  const open: { item: Row; lacking: string[] }[] = []
  const lacks = (item: Row, name: string) => item[name] === undefined && MAY_LACK.includes(name)
  const isSame = (item: Row, { name, option, value }: (typeof same)[number]) => {
    if (lacks(item, name)) {
      lacked.set(name, option)
      return isStrict
    }
    seen.add(name)
    getOrAdd(showing, name, () => new Set()).add(item.source_id)
    const is = shown(name === GROUP ? withGroup(item, groups) : item, name, option) === value
    if (!is) others.add(name)
    return is
  }
  const hasNone = (item: Row, name: string) =>
    others.has(name) && item.source_id !== undefined && showing.get(name)?.has(item.source_id) === true
  return {
    check(guarded) {
      const item = asSent(guarded)
      const other = same.find((each) => !isSame(item, each))
      if (other) return { option: other.option }
      if (bounds.length > 0) {
        const at = timeOf(item, bounds[0]!.option)
        const missed = bounds.find(({ fits, bound }) => !fits(at, bound))
        if (missed) return { option: missed.option }
      }
      const lacking = same.flatMap(({ name }) => (lacks(item, name) ? [name] : []))
      if (lacking.length === 0) return 'matches'
      open.push({ item: guarded, lacking })
      return 'open'
    },
    end() {
      if (isStrict)
        return open.flatMap(({ item, lacking }) => (lacking.some((name) => hasNone(asSent(item), name)) ? [] : [item]))
      for (const [name, option] of lacked) if (!seen.has(name)) throw cannotCheck(`no \`items[].${name}\``, option)
      return []
    },
  }
}

/** Whether an item names its source, and not its group. */
export function lacksGroup(guarded: Row): boolean {
  const item = asSent(guarded)
  return item[GROUP] === undefined && item.source_id !== undefined
}

function withGroup(item: Row, groups: ReadonlyMap<string, string> | undefined): Row {
  return item[GROUP] === undefined ? { ...item, [GROUP]: groups?.get(String(item.source_id)) } : item
}

/** The value as text; null if the item has none, which equals no text. */
function shown(item: Row, name: string, option: string): string | null {
  const value = item[name]
  if (value === undefined) throw cannotCheck(`no \`items[].${name}\``, option)
  if (value === null && MAY_LACK.includes(name)) return null
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  throw cannotCheck(`\`items[].${name}\` as ${JSON.stringify(value).slice(0, 40)}`, option)
}

/** An item that was not back-dated counts from its arrival. */
function timeOf({ occurred_at: occurred, created_at: created }: Row, option: string): number {
  const time = occurred ?? created
  const at = (typeof time === 'string' ? parseTime(time) : undefined) ?? timeInOtherForm(time)
  if (at === undefined) throw cannotCheck('no time that can be read in `items[].occurred_at` or `created_at`', option)
  return at
}

function cannotCheck(lack: string, option: string): UnexpectedResponseError {
  const hint = `Without it ${option} can't be checked, and a service may ignore a filter that it does not know; \`inpk learn\` finds out how this one differs.`
  return new UnexpectedResponseError(`The response to listFeedback has ${lack}`, hint)
}
