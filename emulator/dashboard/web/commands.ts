import { shellWord } from '../../../src/base/escape.js'
import { emulatorOptions, withEnvironmentOf } from '../../../src/contract/emulator-lines.js'

/** Writes the file of feedback that a command pushes, so that the line works as it is in any folder. */
const EXAMPLES = 'inpk examples && '
const EXAMPLE = 'inpk-examples/app-reviews.csv'

/** The command lines the page shows. Each is run by a test, as it is. */
export const COMMANDS = {
  firstRequest: 'inpk me',
  firstPush: `${EXAMPLES}inpk push ${EXAMPLE} --group Apps --source Reviews --create`,
  pushTo: (sourceId: string) => `${EXAMPLES}inpk push ${EXAMPLE} --source ${sourceId}`,
  waitForAnalysis: (sourceId: string) => `inpk analysis wait ${sourceId}`,
  eraseItem: (externalId: string) => `inpk feedback erase --external-id ${shellWord(externalId)}`,
  newMonitor: 'inpk emulator monitors create Refunds --query refund --threshold 5',
  newFault: 'inpk emulator faults add pushContent status --status 503 --times 2',
  newKey: 'inpk emulator keys create CI --scope all',
  showKey: (id: string) => `inpk emulator keys show ${id}`,
  advanceClock: 'inpk emulator clock advance 24h',
  listen: 'inpk webhooks listen',
  trigger: 'inpk webhooks trigger content.pushed',
  replay: (deliveryId: string) => `inpk webhooks replay ${deliveryId}`,
  testSubscription: (id: string) => `inpk emulator subscriptions test ${id}`,
  /** To one recipient, who has the variables that the template requires. */
  sendInvites: (sourceId: string, required: readonly string[] = []) => {
    const rows = [
      ['email', ...required],
      ['ada@example.org', ...required.map(() => 'example')],
    ]
    return `printf '${rows.map((row) => row.join(',')).join('\\n')}\\n' | inpk invites send ${sourceId} -`
  },
  showMail: (id: string) => `inpk emulator outbox show ${id}`,
  environment: 'inpk emulator env',
} as const

/** Stands for a key the page doesn't know. */
export const UNKNOWN_KEY = 'YOUR_API_KEY'

/** What comes before the command that acts on the service. */
const LEAD = /^(?:inpk examples && |printf '[^']*' \| )?/

/** Those that act on the emulator name the organisation; those that act on the service know it by their key. */
const NAMES_ORGANIZATION = /^inpk (emulator (?!env)|webhooks (listen|trigger|replay|deliveries))/
const NAMES_DATA = /^inpk emulator /

/** What a command line must name; undefined where that goes without saying. */
export interface Named {
  /** The data folder of the emulator. */
  data?: string | undefined
  /** The address of its dashboard, where no data folder leads to it. */
  url?: string | undefined
  org?: string | undefined
  /** A key of that organisation, if known. */
  apiKey?: string | undefined
}

/** A command line as it is to be run for this emulator and organisation. */
export function forEmulator(line: string, { data, url, org, apiKey }: Named): string {
  const ofOrganization = NAMES_ORGANIZATION.test(line) ? { org } : {}
  if (NAMES_DATA.test(line)) return byAddress(url, `${line}${emulatorOptions({ data, ...ofOrganization })}`)
  const whole = `${line}${emulatorOptions(ofOrganization)}`
  const keyed =
    org === undefined || apiKey === undefined || whole !== line
      ? whole
      : line.replace(LEAD, `$&INPK_API_KEY=${apiKey} `)
  if (data !== undefined) return withEnvironmentOf(data, keyed)
  return url === undefined ? keyed : `eval "$(${byAddress(url, COMMANDS.environment)})" && ${keyed}`
}

function byAddress(url: string | undefined, line: string): string {
  return url === undefined ? line : `INPK_EMULATOR_URL=${url} ${line}`
}
