import { join } from 'node:path'
import { askYesNo, canAsk } from '../../cli/ask.js'
import { stateDirectory } from '../../config/places.js'
import { resolveFields } from '../../ingest/map/resolve-fields.js'
import type { PushPlan } from '../../ingest/plan.js'
import { createFileJournal } from '../../ingest/push/journal/journal-folder.js'
import { runName } from '../../ingest/push/journal/run-identity.js'
import { Failure } from '../../terminal/failure.js'
import type { PushSession } from './push-file.js'

/**
 * Asks on a terminal whether ambiguous dates are read as they are meant, before anything is sent or made: what is stored with an id
 * is not changed by a later push. Elsewhere the warning of the plan has said it. Throws a `Failure` where the answer is no.
 */
export async function confirmDates(session: PushSession, plan: PushPlan): Promise<void> {
  const { input, factory } = session
  const found = plan.check.warnings.find(({ kind }) => kind === 'ambiguous_dates')
  if (!found || input.dryRun || input.watch !== undefined || factory.globals.yes || !canAsk(factory)) return
  if (!input.restart && (await wasStarted(session, plan))) return
  const [reading] = (found.about ?? '').split('; ')
  if (await askYesNo(factory, `Read dates ${reading}?`)) return
  throw new Failure({
    exit: 'failure',
    code: 'DECLINED',
    message: 'cancelled; nothing was sent',
    hint: 'Set their order with --dates dmy, mdy or ymd.',
  })
}

/** A run that was started has been asked for, and one that is finished sends nothing. */
async function wasStarted({ destination, factory }: PushSession, plan: PushPlan): Promise<boolean> {
  if (destination?.kind !== 'there') return false
  const { target } = destination
  const fields = resolveFields(plan.mapping.texts, target.fields, plan.options.limits?.fields)
  const name = runName(plan, target, fields)
  return (
    (await createFileJournal(join(stateDirectory(factory.environment), 'runs')).read(`${name}.jsonl`)) !== undefined
  )
}
