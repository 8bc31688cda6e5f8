/** The command lines the page shows. Each is run by a test. */
export const COMMANDS = {
  firstRequest: 'inpk me',
  firstPush: 'inpk push reviews.csv --group Support --source Reviews --create',
  pushTo: (sourceId: string) => `inpk push reviews.csv --source ${sourceId}`,
  waitForAnalysis: (sourceId: string) => `inpk analysis wait ${sourceId}`,
  eraseItem: (externalId: string) => `inpk feedback erase --external-id ${quoted(externalId)}`,
  newMonitor: 'inpk emulator monitors create Refunds --query refund --threshold 5',
  newFault: 'inpk emulator faults add pushContent status --status 503 --times 2',
  newKey: 'inpk emulator keys create CI --scope all',
  showKey: (id: string) => `inpk emulator keys show ${id}`,
  advanceClock: 'inpk emulator clock advance 24h',
  listen: 'inpk webhooks listen',
  trigger: 'inpk webhooks trigger content.pushed',
  replay: (deliveryId: string) => `inpk webhooks replay ${deliveryId}`,
  testSubscription: (id: string) => `inpk emulator subscriptions test ${id}`,
  sendInvites: (sourceId: string) => `inpk invites send ${sourceId} recipients.csv`,
  showMail: (id: string) => `inpk emulator outbox show ${id}`,
  environment: 'inpk emulator env',
} as const

/** Those that act on the emulator name the organisation; those that act on the service know it by their key. */
const NAMES_ORGANIZATION = /^inpk (emulator (?!env)|webhooks (listen|trigger|replay|deliveries))/

/** A command line as it is to be run for an organisation that is not the default one; `apiKey` is one of its keys, if known. */
export function forOrganization(line: string, orgId: string, apiKey: string | undefined): string {
  if (NAMES_ORGANIZATION.test(line)) return `${line} --org ${orgId}`
  return apiKey === undefined ? line : `INPK_API_KEY=${apiKey} ${line}`
}

/** A text as one word of a shell. */
export function quoted(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
