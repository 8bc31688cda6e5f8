import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { omitUndefined } from '../../cli/omit-undefined.js'
import { flag, text } from '../../cli/options.js'
import type { ControlResultOf } from '../../contract/control/index.js'
import { detailLines } from '../../output/details.js'
import { type CommandOutcome, result } from '../../output/outcome.js'
import { moment } from '../../output/show.js'
import { wrongUsage } from '../../terminal/failure.js'
import type { Style } from '../../terminal/style.js'
import { byId, callControl, ID_ARGUMENT, listCommand } from './control-commands.js'
import { EMULATOR_OPTIONS } from './emulator-options.js'

export const LIST = listCommand('listMessages', {
  examples: [['emulator outbox list --to ada@'], ['emulator outbox list --subject lamp --jq ".[0].text"']],
  options: {
    to: text('--to <part>', 'only emails to an address that contains this'),
    subject: text('--subject <part>', 'only emails with this in the subject'),
    text: text('--text <part>', 'only emails with this in the text'),
    source: text('--source <id>', 'only invites of this source'),
  },
  query: ({ to, subject, text, source }) => omitUndefined({ to, subject, text, source_id: source }),
  columns: [
    { key: 'id', title: 'ID' },
    { key: 'at', title: 'SENT', show: moment },
    { key: 'to', title: 'TO', flexible: true },
    { key: 'subject', title: 'SUBJECT', flexible: true },
    { key: 'source_id', title: 'SOURCE', numeric: true },
    { key: 'invite_id', title: 'INVITE' },
  ],
  whenEmpty: 'No mails.',
})

const SHOW_OPTIONS = {
  eml: flag('--eml', 'the mail as a file of a mail program'),
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

function mailView({ from, to, subject, at, text }: ControlResultOf<'getMessage'>, style: Style): string[] {
  const head = [
    ['from', from],
    ['to', to],
    ['date', moment(at)],
    ['subject', subject],
  ] as const
  return [...detailLines(head, style), '', ...text.split('\n')]
}
