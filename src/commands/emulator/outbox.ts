import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { omitUndefined } from '../../cli/omit-undefined.js'
import { duration, flag, name, text, type ValuesOf } from '../../cli/options.js'
import type { ControlResultOf } from '../../contract/control/index.js'
import { detailLines } from '../../output/details.js'
import { type CommandOutcome, result } from '../../output/outcome.js'
import { moment, span } from '../../output/show.js'
import { EXIT } from '../../terminal/exit-codes.js'
import { wrongUsage } from '../../terminal/failure.js'
import { printableLine } from '../../terminal/printable.js'
import type { Style } from '../../terminal/style.js'
import { pollUntil } from '../poll.js'
import { byId, callControl, ID_ARGUMENT, listCommand } from './control-commands.js'
import { EMULATOR_OPTIONS } from './emulator-options.js'
import { requireSourceId } from './find-control-target.js'

const FILTERS = {
  to: text('--to <part>', 'only emails to an address that contains this'),
  subject: text('--subject <part>', 'only emails with this in the subject'),
  text: text('--text <part>', 'only emails with this in the text'),
  source: name('--source <source>', 'only invites of this source (id or name)', 'sources'),
}

type Filters = ValuesOf<typeof FILTERS> & { readonly org?: string | undefined }

async function filterOf({ to, subject, text, source, org }: Filters, factory: Factory) {
  const sourceId = source === undefined ? undefined : await requireSourceId(source, org, factory)
  return omitUndefined({ to, subject, text, source_id: sourceId })
}

export const LIST = listCommand('listMessages', {
  examples: [['emulator outbox list --to ada@'], ['emulator outbox list --subject lamp --jq ".[0].text"']],
  options: FILTERS,
  query: filterOf,
  columns: [
    { key: 'id', title: 'ID' },
    { key: 'at', title: 'SENT', show: moment },
    { key: 'to', title: 'TO', flexible: true },
    { key: 'subject', title: 'SUBJECT', flexible: true },
    { key: 'source_id', title: 'SOURCE', numeric: true },
    { key: 'invite_id', title: 'INVITE' },
  ],
  whenEmpty: 'No emails.',
})

const SHOW_OPTIONS = {
  eml: flag('--eml', 'print it as an .eml file'),
  html: flag('--html', 'only its HTML part'),
  ...EMULATOR_OPTIONS,
}

export const SHOW = command({
  examples: [['emulator outbox show msg_1'], ['emulator outbox show msg_1 --eml > invite.eml']],
  arguments: ID_ARGUMENT,
  options: SHOW_OPTIONS,
  run: showMail,
})

async function showMail(input: CommandInput<typeof SHOW_OPTIONS>, factory: Factory): Promise<CommandOutcome> {
  if (input.eml && input.html) throw wrongUsage("--eml and --html can't be used together")
  if (input.eml) return { chunks: [await callControl(factory, input.org, 'getMessageFile', byId(input))] }
  const mail = await callControl(factory, input.org, 'getMessage', byId(input))
  return input.html ? { chunks: [mail.html] } : result(mail, mailView)
}

const WAIT_MS = 30_000

const WAIT_OPTIONS = {
  ...FILTERS,
  within: duration('--within <duration>', 'how long to wait (default: 30s); then exit code 12'),
  ...EMULATOR_OPTIONS,
}

export const WAIT = command({
  examples: [
    ['emulator outbox wait --to ada@example.com'],
    ['emulator outbox wait --to ada@ --jq .text', 'its text, for a test'],
  ],
  options: WAIT_OPTIONS,
  run: waitForMail,
})

/** The newest email that fits, as soon as there is one. */
async function waitForMail(input: CommandInput<typeof WAIT_OPTIONS>, outer: Factory): Promise<CommandOutcome> {
  const factory = outer.within(input.within ?? WAIT_MS)
  const filter = await filterOf(input, factory)
  const ask = async () => {
    const { items } = await callControl(factory, input.org, 'listMessages', { query: { ...filter, limit: '1' } })
    return items[0]
  }
  const { answer } = await pollUntil(factory, { ask, isDone: (mail) => mail !== undefined })
  if (!answer) return result({ status: 'none' }, () => [noneYet(input)], EXIT.stillPending)
  return result(await callControl(outer, input.org, 'getMessage', { params: { id: answer.id } }), mailView)
}

/** What was waited for, and how long. */
function noneYet({ to, subject, text, source, within = WAIT_MS }: CommandInput<typeof WAIT_OPTIONS>): string {
  const given = Object.entries({ to, subject, text, source }).filter(([, value]) => value !== undefined)
  const filter = given.map(([name, value]) => ` --${name} ${JSON.stringify(value)}`).join('')
  return printableLine(`No email${filter === '' ? '' : ` for${filter}`} after ${span(within)}.`)
}

function mailView({ from, to, subject, at, text }: ControlResultOf<'getMessage'>, style: Style): string[] {
  const head = [
    ['from', from],
    ['to', to],
    ['date', moment(at)],
    ['subject', subject],
  ] as const
  return [...detailLines(head, style), '', ...text.split('\n')]
}
