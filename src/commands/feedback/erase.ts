import { count, grouped } from '../../base/count.js'
import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { name, text, texts } from '../../cli/options.js'
import { requireSourceByReference } from '../../listings/find-target.js'
import { type Result, result, withHint } from '../../output/outcome.js'
import { EXIT } from '../../terminal/exit-codes.js'
import { wrongUsage } from '../../terminal/failure.js'
import { CONFIRM_OPTION, requireConfirmation, requireGivenName } from '../confirm.js'
import { type Erased, eraseAll } from './erase-all.js'
import { type EraseIds, readEraseIds } from './erase-ids.js'
import { requireErased, requireEraseScope } from './erase-scope.js'
import type { EraseTask } from './erase-task.js'

const OPTIONS = {
  externalId: texts('--external-id <id>', 'erase items with this external_id'),
  customerId: texts('--customer-id <id>', 'erase items of this customer'),
  from: text('--from <file>', 'ids from a file (- reads stdin): one external_id per line, or a CSV with these columns'),
  source: name('--source <source>', 'only in this source (id or name)', 'sources'),
  ...CONFIRM_OPTION,
}

export const COMMAND = command({
  examples: [
    ['feedback erase --customer-id 4711'],
    ['feedback erase --from ids.txt --source "Tickets 2026" --yes'],
    ['feedback erase --external-id T-1 --external-id T-2 --confirm "Acme"', 'with a live key'],
  ],
  options: OPTIONS,
  argumentsMean: ['externalId', 'customerId', 'from'],
  typedAs: { external_ids: '--external-id', customer_ids: '--customer-id' },
  run: eraseFeedback,
})

/**
 * In calls of as many ids as one may have; in one source only where that is sure to spare the others. Erasing twice does no harm,
 * so after a failure the same command continues.
 */
async function eraseFeedback(input: CommandInput<typeof OPTIONS>, factory: Factory): Promise<Result> {
  const ids = await wantedIds(input, factory)
  const client = await factory.client()
  const source = input.source === undefined ? undefined : (await requireSourceByReference(client, input.source)).source
  const name = source?.survey_title ?? (await client.getMe()).org_name ?? ''
  requireGivenName({ name, confirm: input.confirm })
  const scope = source && (await requireEraseScope(client, ids, source, factory.screen))
  const what = `Erase the feedback with ${describeIds(ids)} in ${JSON.stringify(name)}`
  await requireConfirmation(factory, { what, name, confirm: input.confirm })
  const within = source && { id: source.survey_id, isProven: scope!.isProven }
  const done = await eraseAll({ client, factory }, scope?.ids ?? ids, within)
  if (scope && done.erased !== null) requireErased(done.erased, scope)
  // Where each id was looked for in the source before, nothing is left for the service to say.
  const said = done.not_found ?? (scope?.isProven ? [] : undefined)
  const notFound = said && !done.isStopped ? [...(scope?.notFound ?? []), ...said] : null
  const { isLater, gaps, exitCode, isStopped = false, ...counts } = done
  const view = (shown: Erased) => erasedView(shown, { isLater, isStopped, isUnread: gaps.length > 0 })
  const outcome: Result = { ...result({ ...counts, not_found: notFound }, view, exitCode), gaps }
  return exitCode === EXIT.stillPending ? withHint(outcome, ({ tasks }: Erased) => pendingHint(tasks)) : outcome
}

async function wantedIds(input: CommandInput<typeof OPTIONS>, { environment, screen }: Factory): Promise<EraseIds> {
  const read = input.from === undefined ? undefined : await readEraseIds(environment, input.from)
  if (read && read.unused.length > 0)
    await screen.warn(`${input.from}: only external_id and customer_id count, not ${read.unused.join(', ')}.`)
  if (read && read.both > 0) {
    const rows = read.both === 1 ? '1 row has' : `${grouped(read.both)} rows have`
    await screen.warn(
      `${input.from}: ${rows} an external_id and a customer_id: only feedback with that external_id is erased. For all feedback of a customer, use --customer-id or a file without external_id.`,
    )
  }
  const ids = {
    external_ids: [...new Set([...input.externalId, ...(read?.external_ids ?? [])])],
    customer_ids: [...new Set([...input.customerId, ...(read?.customer_ids ?? [])])],
  }
  if (ids.external_ids.length + ids.customer_ids.length > 0) return ids
  throw wrongUsage('no ids given', 'Give --external-id, --customer-id or --from.')
}

function describeIds({ external_ids, customer_ids }: EraseIds): string {
  const parts = [
    ...(external_ids.length > 0 ? [named('external_id', external_ids)] : []),
    ...(customer_ids.length > 0 ? [named('customer_id', customer_ids)] : []),
  ]
  return parts.join(' and ')
}

/** The id if there is one, else how many. */
function named(member: string, ids: readonly string[]): string {
  return ids.length === 1 ? `${member} ${JSON.stringify(ids[0])}` : `any of ${count(ids.length, member)}`
}

/** The first few show what is wrong with the ids. */
const MISSING_SHOWN = 20

function erasedView(
  { erased, not_found, tasks }: Erased,
  { isLater, isStopped, isUnread }: { isLater: boolean; isStopped: boolean; isUnread: boolean },
): string[] {
  if (isStopped) return stoppedText(tasks)
  const missing = missingLines(not_found)
  const unfound = not_found ? `; ${not_found.length} not found` : isUnread && !isLater ? '; not found: -' : undefined
  if (!tasks) return [`${goneText(erased, isLater, unfound)}.`, ...missing]
  return [tasksText(tasks, erased, unfound), ...missing]
}

function missingLines(missing: Erased['not_found']): string[] {
  const ids = (missing ?? []).flatMap(({ external_id, customer_id }) => external_id ?? customer_id ?? [])
  const more = ids.length - MISSING_SHOWN
  const lines = ids.slice(0, MISSING_SHOWN).map((id) => `  not found: ${id}`)
  return more > 0 ? [...lines, `  … and ${grouped(more)} more (--json lists all)`] : lines
}

/** What happened, with `unfound` as what is said of the ids that were not found; undefined where the service does not say it. */
function goneText(erased: number | null, isLater: boolean, unfound: string | undefined): string {
  if (isLater)
    return `The service accepted the request and erases later; it does not say how many items${unfound ?? ''}`
  if (erased !== null) {
    return `Erased ${count(erased, 'item')}${unfound ?? '; the response does not say which ids were not found'}`
  }
  if (unfound !== undefined) return `Erased, but the service does not say how many items${unfound}`
  return 'Erased, but the service says neither how many items it erased nor which ids were not found'
}

/** What an erase did that the service carried out as tasks. */
function tasksText(tasks: readonly EraseTask[], erased: number | null, unfound = ''): string {
  if (erased !== null) return `Erased ${count(erased, 'item')}${unfound}.`
  const named = tasks.map(({ task_id: id }) => id).join(', ')
  const which = tasks.length === 1 ? `task ${named}` : `tasks ${named}`
  return `The service erased as ${which}; it does not say how many items${unfound}.`
}

/** Where an erase stopped: at a task that failed, or is still at work. */
function stoppedText(tasks: readonly EraseTask[] = []): string[] {
  return tasks.slice(-1).map(({ task_id: id, status, error }) => {
    const became = status === 'failed' ? 'failed' : `is ${status}`
    return `Task ${id}, which erases, ${became}${error === undefined ? '' : `: ${error}`}.`
  })
}

function pendingHint(tasks: readonly EraseTask[] = []): string | undefined {
  const last = tasks.at(-1)
  return last && `\`inpk tasks wait ${last.task_id}\` waits for it.`
}
