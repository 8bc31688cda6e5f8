import { ServiceError } from '../../client/errors.js'
import { INTERFACE_RULES, type InterfaceRule, NOT_OBSERVABLE, type NotObservable } from '../../contract/rules.js'
import { judge, verdictOfAbsence } from './confirmed.js'
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
import { BULK_RULES } from './staged/bulk.js'
import { IDEMPOTENCY_RULES, PUSH_RULES } from './staged/content.js'
import { EVENT_RULES } from './staged/events.js'
import { FEEDBACK_RULES } from './staged/feedback.js'
import { KEY_RULES } from './staged/keys.js'
import { SOURCE_RULES } from './staged/sources.js'
import type { Stage, StagedRule } from './staged/stage.js'
import type { Stages } from './staged/stages.js'
import { TIME_RULES } from './staged/time.js'
import { WEBHOOK_RULES } from './staged/webhooks.js'

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

/** Rules that store something, or need what only an emulator has. Those that use up an address stand at the end. */
export const STAGED_RULES: readonly StagedRule[] = [
  ...SOURCE_RULES,
  ...PUSH_RULES,
  ...BULK_RULES,
  ...IDEMPOTENCY_RULES,
  ...FEEDBACK_RULES,
  ...KEY_RULES,
  ...WEBHOOK_RULES,
  ...EVENT_RULES,
  ...TIME_RULES,
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

interface RulesToRun {
  /** Leaves out what sends more than reads. */
  readOnly: boolean
  /** Only these; all of them where empty. */
  only: readonly string[]
  /** Where rules that store something may be looked at; they aren't without. */
  stages?: Stages | undefined
  /** Why what rules look at could not all be made: what is not there is missing for this reason. */
  lacking?: string | undefined
}

/** Looks at the rules one after the other, and tells at the end which it cannot look at. An error of the connection ends it; it says nothing about a rule. */
export async function* runRules(
  probe: Probe,
  { readOnly, only, stages, lacking }: RulesToRun,
): AsyncGenerator<RuleReport> {
  for (const rule of RULES) {
    if (only.length > 0 && !only.includes(rule.id)) continue
    const title = INTERFACE_RULES.get(rule.id)!.sentence
    if (readOnly && rule.writes) yield { id: rule.id, title, verdict: 'skipped', reason: 'it sends more than reads' }
    else yield { id: rule.id, title, ...(await lookAt(rule, probe, lacking)) }
  }
  const looked = new Set<string>()
  for (const rule of stages ? STAGED_RULES : []) {
    const { conformance, sentence: title } = INTERFACE_RULES.get(rule.id)!
    if (only.length > 0 && !only.includes(rule.id)) continue
    if (!stages!.isEmulator && conformance !== 'stores') continue
    looked.add(rule.id)
    if (rule.slow && only.length === 0) yield { id: rule.id, title, verdict: 'skipped', reason: rule.slow }
    else yield { id: rule.id, title, ...(await stages!.on((stage) => lookOn(rule, stage))) }
  }
  for (const { id, sentence, conformance } of NOT_OBSERVABLE_RULES) {
    if (looked.has(id) || (only.length > 0 && !only.includes(id))) continue
    yield { id, title: sentence, verdict: 'unseen', reason: NOT_OBSERVABLE[conformance as NotObservable] }
  }
}

/** What the control API refuses on the way is something that the emulator should have done. */
function lookOn({ id, look }: StagedRule, stage: Stage): ReturnType<typeof lookAt> {
  const asRule = async () => {
    try {
      await look(stage)
    } catch (error) {
      throw error instanceof ServiceError ? new Broken(error.message) : error
    }
  }
  return lookAt({ id, look: asRule, staged: true }, stage.probe)
}

async function lookAt(rule: Rule, probe: Probe, lacking?: string): Promise<Pick<RuleReport, 'verdict' | 'reason'>> {
  probe.takeLooked()
  try {
    await rule.look(probe)
    return { verdict: 'kept', reason: null }
  } catch (error) {
    if (error instanceof NotConfirmed) return { verdict: verdictOfAbsence(probe.settings), reason: error.message }
    if (error instanceof Broken) return judge(rule, error, probe)
    if (error instanceof NotLooked && lacking !== undefined) {
      return { verdict: verdictOfAbsence(probe.settings), reason: `${error.message}: ${lacking}` }
    }
    if (error instanceof NotLooked) return { verdict: 'skipped', reason: error.message }
    throw error
  }
}
