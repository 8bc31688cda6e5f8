import { count } from '../../base/count.js'
import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { duration, flag, name, text, waiver } from '../../cli/options.js'
import type { Screen } from '../../cli/screen.js'
import { asSent } from '../../client/checked-payload.js'
import type { Client } from '../../client/client-types.js'
import { UnexpectedResponseError } from '../../client/errors.js'
import { type Gap, gapsIn, whatIsThere } from '../../client/gaps.js'
import { mostEntries } from '../../contract/facts/limits-in-force.js'
import { LIMITS } from '../../contract/limits.js'
import type { ResultOf } from '../../contract/operations/index.js'
import { endOfInvite } from '../../contract/operations/invites.js'
import { requireSourceByReference } from '../../listings/find-target.js'
import { presented, type Result } from '../../output/outcome.js'
import { orDash } from '../../output/show.js'
import { EXIT } from '../../terminal/exit-codes.js'
import { ExplainedError, Failure } from '../../terminal/failure.js'
import { showWaiting } from '../../ui/waiting.js'
import { CONFIRM_OPTION, requireConfirmation, requireGivenName, requireNameWhenLive } from '../confirm.js'
import { DEFAULT_WITHIN_MS, isStillPending, pollUntil } from '../poll.js'
import { requireMade } from '../require-made.js'
import { takesInBody } from '../takes-in-body.js'
import type { InviteRecipient } from './read-recipients.js'
import { type Sending, type Sent, type Shown, sendingView } from './sending-view.js'

const OPTIONS = {
  dryRun: flag('--dry-run', 'show previews; send nothing, count nothing'),
  resend: waiver(flag('--resend', 'also invite people who were already invited')),
  emailColumn: text('--email-column <name>', 'column of addresses (default: email)'),
  sheet: text('--sheet <name|n>', 'sheet of a workbook (default: the first visible one)'),
  group: name('--group <group>', 'group of the source (id or name)', 'groups'),
  wait: flag('--wait', 'wait for the outcome of every email'),
  within: duration('--within <duration>', 'longest wait for --wait (default: 10m); then exit code 12'),
  ...CONFIRM_OPTION,
}

export const COMMAND = command({
  examples: [
    ['invites send 12 recipients.csv --dry-run', 'preview the emails; send nothing'],
    ['invites send "Tickets 2026" recipients.csv --wait'],
    ['invites send 12 recipients.xlsx --resend'],
  ],
  arguments: [
    { name: 'SOURCE', purpose: 'id or name', required: true, names: 'sources' },
    {
      name: 'FILE',
      purpose: 'CSV or XLSX; columns other than email and external_id are variables; - is stdin',
      required: true,
    },
  ],
  options: OPTIONS,
  typedAs: {
    'recipients[].variables': 'the columns of variables',
  },
  excludes: [['dryRun', 'wait']],
  needs: [['within', 'wait']],
  run: sendInvites,
})

/** Calls of 1,000. With `--wait`, exit code 12 when the time ran out, and 10 when a distribution ended with a word that is not known, or how many were accepted can't be read. */
async function sendInvites(input: CommandInput<typeof OPTIONS>, factory: Factory): Promise<Result> {
  // The readers of files are heavy, and help needs none.
  const { readRecipients } = await import('./read-recipients.js')
  const given = await readRecipients(input.args[1]!, input, factory)
  const client = await factory.client()
  const recipients = await withTakenIds(given, client, factory.screen)
  const { source } = await requireSourceByReference(client, input.args[0]!, input.group)
  const action = { name: source.survey_title, confirm: input.confirm }
  if (input.dryRun) await requirePreview(factory, client, { ...action, many: count(recipients.length, 'invite') })
  else {
    const what = `Send ${count(recipients.length, 'invite')}${input.resend ? ', also to those invited before' : ''}`
    await requireNameWhenLive(factory, { what, ...action })
  }
  const sending: Sending = input.dryRun
    ? { dry_run: true, recipients: recipients.length, accepted: 0, skipped: [], previews: [] }
    : { recipients: recipients.length, accepted: 0, skipped: [], invites: [] }
  const gaps: Gap[] = []
  const most = mostEntries(await client.contract(), 'sendInvites', 'recipients', LIMITS.recipientsPerCall)
  for (let start = 0; start < recipients.length; start += most) {
    const body = {
      recipients: recipients.slice(start, start + most),
      ...(input.dryRun ? { dry_run: true } : {}),
      ...(input.resend ? { resend: true } : {}),
    }
    const call = { params: { id: source.survey_id }, body, signal: factory.signal }
    const answer = await client.sendInvites(call).catch((error: unknown) => {
      throw start === 0
        ? error
        : new ExplainedError(
            error,
            `${orDash(sending.accepted)} invites ${input.dryRun ? 'were previewed' : 'were sent'} before it stopped.`,
            sending,
          )
    })
    if (input.dryRun) requireUnsent(answer as Sent)
    else await requireMade(client, 'sendInvites', answer as Sent, 'invite_id')
    addAnswer(sending, answer)
    gaps.push(...gapsIn(answer))
  }
  const waited =
    input.wait && !input.dryRun
      ? await waitForInvites(sending, factory.within(input.within ?? DEFAULT_WITHIN_MS))
      : undefined
  gaps.push(...(waited?.gaps ?? []))
  // Of a preview nothing is done that had to be told: what it shows is what was asked for.
  const isUntold = !input.dryRun && sending.accepted === null
  const exitCode = waited ? exitCodeOf(waited) : isUntold ? EXIT.partlyDone : EXIT.done
  const data = waited ? { ...sending, invites: waited.invites } : sending
  return { ...presented({ data, shown: data, view: sendingView, exitCode }), gaps }
}

/** Recipients without the ids of a column that nobody asked for, where the service is known to take none; says so. */
async function withTakenIds(
  recipients: readonly InviteRecipient[],
  client: Client,
  screen: Screen,
): Promise<readonly InviteRecipient[]> {
  const codec = (await client.contract()).codecOf('sendInvites', 'body', 'recommended')
  if (!codec?.lacks('recipients[].external_id') || recipients.every((each) => each.external_id === undefined))
    return recipients
  await screen.warn('this service takes no external_id of recipients: that column is not sent')
  return recipients.map(({ external_id: _, ...taken }) => taken)
}

/** Refuses a dry run of a service that has none, and asks before one that may ignore it and send. */
async function requirePreview(
  factory: Factory,
  client: Client,
  { many, ...action }: { many: string; name: string; confirm: string | undefined },
): Promise<void> {
  requireGivenName(action)
  const takes = await takesInBody(client, 'sendInvites', 'dry_run')
  if (takes === 'yes') return
  if (takes === 'no') {
    throw new Failure({
      exit: 'usage',
      code: 'NO_DRY_RUN',
      message: "this service can't preview invites: by the facts in force it has no `dry_run`",
      hint: 'Send them to an address of your own first, or correct the facts file if that is wrong.',
    })
  }
  const what = `Ask for a preview of ${many}, though this service does not describe \`dry_run\` and may send the emails`
  await requireConfirmation(factory, { what, ...action })
}

/** Of a distribution that ended in a way of its own it is not known that all of it was done. */
function exitCodeOf({ done, isKnown }: { done: boolean; isKnown: boolean }): number {
  if (!done) return EXIT.stillPending
  return isKnown ? EXIT.done : EXIT.partlyDone
}

/** Refuses an answer to a dry run that names a distribution: the service did not know the option, and sends. */
function requireUnsent(answer: Sent): void {
  const { invite_id: id, status } = whatIsThere(answer)
  const { dry_run, previews } = asSent(answer)
  // A service may list the previews of what it sends: none.
  const isPreview = dry_run === true || (dry_run !== false && Object.keys(previews ?? {}).length > 0)
  if (isPreview || (id === undefined && status === undefined)) return
  throw new UnexpectedResponseError(
    `The service did not take this as a dry run, and sends the invites${id ? `: distribution ${id}` : ''}`,
    `${id ? `Run \`inpk invites show ${id}\` to see what was sent, and` : 'Run'} \`inpk learn\` to find out where this service takes \`dry_run\`.`,
  )
}

/** Adds an answer; what it does not say is known of none of them any more. */
function addAnswer(sending: Sending, answer: ResultOf<'sendInvites'>): void {
  const { accepted, skipped } = whatIsThere(answer)
  if (accepted === undefined) sending.accepted = null
  else if (sending.accepted !== null) sending.accepted += accepted
  if (skipped === undefined) sending.skipped = null
  else sending.skipped?.push(...skipped)
  if (sending.previews) sending.previews.push(...(whatIsThere(answer as Shown).previews ?? []))
  else {
    // They went out, whether or not the service says how far it is with them.
    const { invite_id = null, status = null } = whatIsThere(answer as Sent)
    sending.invites?.push({ invite_id, status, accepted: accepted ?? null })
  }
}

/** Asks for each distribution until all are completed, or the time is over. */
async function waitForInvites(
  { invites = [] }: Sending,
  factory: Factory,
): Promise<{ invites: NonNullable<Sending['invites']>; done: boolean; isKnown: boolean; gaps: readonly Gap[] }> {
  const waiting = await showWaiting(factory)
  const last: NonNullable<Sending['invites']> = [...invites]
  const gaps: Gap[] = []
  const client = await factory.client()
  let allDone = true
  let isKnown = true
  try {
    for (const [index, { invite_id, accepted }] of invites.entries()) {
      if (invite_id === null) {
        await factory.screen.warn('this service does not say which distribution it made: there is nothing to wait for')
        allDone = false
        continue
      }
      const { answer, done } = await pollUntil(factory, {
        ask: () => client.getInvite({ params: { id: invite_id }, signal: factory.signal }),
        isDone: (invite) => {
          waiting.update({ text: `Invite ${invite_id}: ${invite.status}`, share: index / invites.length })
          return endOfInvite(invite).isOver
        },
      })
      allDone &&= done
      const { counts } = whatIsThere(answer)
      if (done && !endOfInvite(answer).isKnown && !areAllSent(counts, accepted)) {
        const status = JSON.stringify(answer.status)
        await factory.screen.warn(
          `${invite_id} ended with the status ${status}, which inpk does not know: \`inpk learn\` finds out what it is`,
        )
        isKnown = false
      }
      gaps.push(...gapsIn(answer))
      last[index] = { invite_id, accepted, status: answer.status, ...(counts ? { counts } : {}) }
    }
  } catch (error) {
    if (!isStillPending(error)) throw error
    await factory.screen.warn((error as Error).message)
    allDone = false
  } finally {
    await waiting.close()
  }
  return { invites: last, done: allDone, isKnown, gaps }
}

/** Whether a distribution that ended sent all that it took, by its counts. */
function areAllSent(counts: { total?: number; sent?: number } | undefined, accepted: number | null): boolean {
  return counts?.total !== undefined && counts.sent === counts.total && [null, counts.total].includes(accepted)
}
