import { FEEDBACK_TYPES } from '../../../contract/question-types.js'
import type { Probe } from '../probe/probe.js'
import { type ConductProbe, isRefused, isTaken, type Observed, rule, unclear } from './conduct.js'
import { publication } from './own.js'

/** What a new source tells before it is published, by the listing, which shows it whole. */
export const DRAFT_CONDUCT: readonly ConductProbe[] = [
  { behaviour: 'draft-at-creation', observe: readMode },
  { behaviour: 'default-feedback-type', observe: readFeedbackType },
]

/** What it tells once it is published. */
export const PUBLISHED_CONDUCT: readonly ConductProbe[] = [{ behaviour: 'publish-twice', observe: publishAgain }]

async function readMode({ found }: Probe): Promise<Observed | undefined> {
  const { mode } = found.draft ?? {}
  if (mode === undefined) return undefined
  if (mode === 'EDITING') return rule('draft')
  return mode === 'ACCESSIBLE' ? rule('published') : unclear(`a new source is ${JSON.stringify(mode)}`)
}

/** The source was asked for without one. */
async function readFeedbackType({ found }: Probe): Promise<Observed | undefined> {
  const { feedback_type } = found.draft ?? {}
  if (feedback_type === undefined) return undefined
  return (FEEDBACK_TYPES as readonly unknown[]).includes(feedback_type)
    ? { values: { feedback_type } }
    : unclear(`a new source is a ${JSON.stringify(feedback_type)}`)
}

/** The first time is the control: what is published already from the start tells nothing. */
async function publishAgain(probe: Probe): Promise<Observed | undefined> {
  const { group, source, isPublished } = probe.found
  if (group === undefined || source === undefined || !isPublished) return undefined
  const again = await probe.trial('publishSource', { body: publication(probe, group, source) })
  if (isTaken(again)) return rule('harmless')
  return isRefused(again) ? rule('refused') : unclear(`publishing again is answered with ${again?.status}`)
}
