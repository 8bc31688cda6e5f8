import { INTERFACE_RULES, type InterfaceRule, NOT_OBSERVABLE, type NotObservable } from '../../contract/rules.js'
import { unconfirmedOf } from './confirmed.js'
import type { Probe } from './probe.js'
import { Broken, NotConfirmed, NotLooked, type Rule } from './rule.js'
import { ACCESS_RULES, OPENING_RULES } from './rules/access.js'
import { ANSWER_RULES } from './rules/answers.js'
import { ASSISTANT_RULES } from './rules/assistants.js'
import { DESCRIPTION_RULES } from './rules/description.js'
import { INTROSPECTION_RULES } from './rules/introspection.js'
import { INVITE_RULES } from './rules/invites.js'
import { LISTING_RULES } from './rules/listing.js'
import { READING_RULES } from './rules/reading.js'
import { REFUSAL_RULES } from './rules/refusals.js'

/** Every rule; those about all answers stand at the end, when there are some. */
export const RULES: readonly Rule[] = [
  ...INTROSPECTION_RULES,
  ...LISTING_RULES,
  ...READING_RULES,
  ...ACCESS_RULES,
  ...DESCRIPTION_RULES,
  ...OPENING_RULES,
  ...REFUSAL_RULES,
  ...INVITE_RULES,
  ...ASSISTANT_RULES,
  ...ANSWER_RULES,
]

/** The rules that cannot be observed over HTTP alone, by the reason. */
export const NOT_OBSERVABLE_RULES: readonly InterfaceRule[] = Object.keys(NOT_OBSERVABLE).flatMap((reason) =>
  [...INTERFACE_RULES.values()].filter(({ conformance }) => conformance === reason),
)

export interface RuleReport {
  id: string
  title: string
  /**
   * `unconfirmed`: the look relied on a name or path that is assumed, and no fact confirms it; `skipped`: not here and now, `unseen`: not
   * observable over HTTP alone.
   */
  verdict: 'kept' | 'broken' | 'unconfirmed' | 'skipped' | 'unseen'
  /** What was seen, or why nothing was. */
  reason: string | null
}

export interface RulesToRun {
  /** Leaves out what sends more than reads. */
  readOnly: boolean
  /** Only these; all of them where empty. */
  only: readonly string[]
}

/** Looks at the rules one after the other, and tells at the end which it cannot look at. An error of the connection ends it; it says nothing about a rule. */
export async function* runRules(probe: Probe, { readOnly, only }: RulesToRun): AsyncGenerator<RuleReport> {
  for (const rule of RULES) {
    if (only.length > 0 && !only.includes(rule.id)) continue
    const title = INTERFACE_RULES.get(rule.id)!.sentence
    if (readOnly && rule.writes) yield { id: rule.id, title, verdict: 'skipped', reason: 'it sends more than reads' }
    else yield { id: rule.id, title, ...(await lookAt(rule, probe)) }
  }
  for (const { id, sentence, conformance } of NOT_OBSERVABLE_RULES) {
    if (only.length > 0 && !only.includes(id)) continue
    yield { id, title: sentence, verdict: 'unseen', reason: NOT_OBSERVABLE[conformance as NotObservable] }
  }
}

async function lookAt(rule: Rule, probe: Probe): Promise<Pick<RuleReport, 'verdict' | 'reason'>> {
  probe.takeLooked()
  try {
    await rule.look(probe)
    return { verdict: 'kept', reason: null }
  } catch (error) {
    if (error instanceof NotConfirmed) return { verdict: 'unconfirmed', reason: error.message }
    if (error instanceof Broken) return judge(rule, error, probe)
    if (error instanceof NotLooked) return { verdict: 'skipped', reason: error.message }
    throw error
  }
}

/** Broken, unless the look relied on something that nothing confirms. An emulator's assumptions are ours. */
function judge({ id }: Rule, { message }: Broken, probe: Probe): Pick<RuleReport, 'verdict' | 'reason'> {
  const looked = probe.takeLooked()
  const met = looked.flatMap(({ status, assumption }) =>
    assumption !== undefined && (status === 404 || status === 405) ? [assumption] : [],
  )
  const isEmulator = probe.exchanges.some(({ headers }) => headers['x-emulator-instance'] !== undefined)
  const unconfirmed = isEmulator ? [] : unconfirmedOf(id, met, probe.settings.contract.facts)
  if (unconfirmed.length === 0) return { verdict: 'broken', reason: message }
  return { verdict: 'unconfirmed', reason: `${message}; no fact confirms ${unconfirmed.join(', ')}` }
}
