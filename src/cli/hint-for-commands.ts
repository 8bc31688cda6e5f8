/** What hints of the client tell a program to do, and what does the same on the command line; in this order. */
const WORDS: readonly (readonly [string, string])[] = [
  [
    'Check the path, `baseUrl` and `prefix`',
    'Check the path, and the base URL and the prefix before it (`inpk config` shows them)',
  ],
  ['`baseUrl` and `prefix`', 'the base URL and the prefix (`inpk config`)'],
  ['point `baseUrl` at the service', 'set the base URL of the service'],
  ['pass `force: true`', 'use --force'],
  ['`force: true`', '--force'],
  ['an emulator with HTTPS, pass its `certificate`, or set', 'an emulator started with --https, set'],
  ['what `facts` can state', 'what a facts file can state'],
  ['correct `facts`', 'correct the facts file'],
  [
    'Leave it out, or use `pushFile`.',
    'Leave it out (of an upload: --map, --field and --source-reference), or use `inpk push`. A session recorded with `--record FILE.har` may settle it.',
  ],
  ['without `resend`', 'without --resend'],
  ['Make the call again', 'Run the command again'],
  ['make the call again', 'run the command again'],
  ['`emulator.apiKeys`', '`inpk emulator env`'],
  ['`pushFile`', '`inpk push`'],
  ['`client.getMe()`', '`inpk me`'],
  ['`client.publishSource()`', '`inpk sources publish ID`'],
  ['`client.each.groups()`', '`inpk groups list`'],
  ['`client.each.sources()`', '`inpk sources list`'],
  ['`control.getEmulator()`', '`inpk emulator status`'],
  ['`client.sendInvites()` returns it', '`inpk invites send` prints it'],
  ['`control.seedOrganization()`', '`inpk emulator seed FILE`'],
  ['`control.setSenderDomain()`', '`inpk emulator domain set DOMAIN`'],
  ['`control.setTemplate()`', '`inpk emulator templates set SOURCE FILE`'],
  ['`control.each.changes()`', '`inpk emulator log`'],
  ['`control.each.deliveries()`', '`inpk webhooks deliveries`'],
  ['`control.each.items()`', '`inpk feedback list`'],
  ['`control.each.messages()`', '`inpk emulator outbox list`'],
  ['`control.each.organizations()`', '`inpk emulator orgs list`'],
  ['`control.each.requests()`', '`inpk emulator logs`'],
  ['`control.each.snapshots()`', '`inpk emulator snapshot list`'],
  ['`control.listAssumptions()`', '`inpk emulator assumptions`'],
]

/** What an error of the client says to do, as what to do on the command line; undefined where that is nothing. */
export function hintOf({ hint }: { readonly hint?: string | null | undefined }): string | undefined {
  return hint ? hintForCommands(hint) || undefined : undefined
}

/** A hint of the client, as what to do on the command line; empty where a command needs none. */
export function hintForCommands(hint: string): string {
  return WORDS.reduce((said, [call, command]) => said.replaceAll(call, command), hint)
    .replace(/`control\.each\.(\w+)\(\)`/g, '`inpk emulator $1 list`')
    .replace(/^Pass it in `params`.*/, '')
    .replace(/`idempotencyKey: '(.*?)'`/g, '--idempotency-key $1')
}
