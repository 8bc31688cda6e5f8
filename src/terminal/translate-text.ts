/**
 * What one writes on the command line, and what a program writes instead: one row each, read both ways. The first row that fits a place
 * counts. `{ID}` stands for a word, `{"NAME"}` for a quoted text and `{VALUE…}` for any text; the other side repeats it, or says its
 * name where it has no value. A row with `program` is not read the other way, where its words have other meanings.
 */
const ROWS: readonly (readonly [command: string, program: string, only?: 'program'])[] = [
  // Addresses, keys and facts.
  [
    'Check the path, and the base URL and the prefix before it (`inpk config` shows them)',
    'Check the path, `baseUrl` and `prefix`',
  ],
  ['the base URL and the prefix (`inpk config`)', '`baseUrl` and `prefix`'],
  ['set the base URL of the service', 'point `baseUrl` at the service'],
  ['use --force', 'pass `force: true`'],
  ['--force', '`force: true`'],
  ['an emulator started with --https, set', 'an emulator with HTTPS, pass its `certificate`, or set'],
  ['what a facts file can state', 'what `facts` can state'],
  ['correct the facts file', 'correct `facts`'],
  ['INPK_CONFIG_DIR', '`stateDirectory`'],
  // Calls.
  [
    'Leave it out (of an upload: --map, --field and --source-reference), or use `inpk push`. A session recorded with `--record FILE.har` may settle it.',
    'Leave it out, or use `pushFile`.',
  ],
  ['Copy the id from a response or a list.', "Pass it in `params`: { {NAME}: '…' }."],
  ['without --resend', 'without `resend`'],
  ['--idempotency-key {KEY}', "`idempotencyKey: '{KEY}'`"],
  ['run the same command again', 'make the same call again'],
  ['Run the same command again', 'Make the same call again'],
  ['the same command', 'the same call'],
  ['The same command', 'The same call'],
  ['run the command again', 'make the call again'],
  ['Run the command again', 'Make the call again'],
  ['`inpk push FILE --check`', '`check: true`'],
  ['`inpk push`', '`pushFile`'],
  ['`inpk sources create TITLE --group GROUP --question "What happened?"`', '`client.createSource()`'],
  ['`inpk sources publish {ID}`', '`client.publishSource()`'],
  ['`inpk me`', '`client.getMe()`'],
  ['`inpk groups list`', '`client.each.groups()`'],
  ['`inpk sources list`', '`client.each.sources()`'],
  ['`inpk invites send` prints it', '`client.sendInvites()` returns it'],
  ['`inpk emulator env`', '`emulator.apiKeys`'],
  ['`inpk emulator status`', '`control.getEmulator()`'],
  ['`inpk emulator seed FILE`', '`control.seedOrganization()`'],
  ['`inpk emulator domain set DOMAIN`', '`control.setSenderDomain()`'],
  ['`inpk emulator templates set SOURCE FILE`', '`control.setTemplate()`'],
  ['`inpk emulator log`', '`control.each.changes()`'],
  ['`inpk webhooks deliveries`', '`control.each.deliveries()`'],
  ['`inpk feedback list`', '`control.each.items()`'],
  ['`inpk emulator outbox list`', '`control.each.messages()`'],
  ['`inpk emulator orgs list`', '`control.each.organizations()`'],
  ['`inpk emulator logs`', '`control.each.requests()`'],
  ['`inpk emulator snapshot list`', '`control.each.snapshots()`'],
  ['`inpk emulator assumptions`', '`control.listAssumptions()`'],
  ['`inpk emulator {LIST} list`', '`control.each.{LIST}()`'],
  // Options of a push.
  ['| inpk push - --format json', '> list.json'],
  ['name its group with --group', 'name its group in `group`'],
  ['add --create and --group', "give `create: { group: '…' }`"],
  ['add --create', "give `create: { group: '…' }`"],
  ['`--source {ID}`', "`source: '{ID}'`"],
  ['`--restart`', '`restart: true`'],
  ['--assume-{FATE}', "`assume: '{FATE}'`"],
  ['--on-invalid {WORD}', "`onInvalid: '{WORD}'`"],
  ['--group {"NAME"}:', '`group` {"NAME"}:'],
  ['--source {"NAME"}:', '`source` {"NAME"}:'],
  ['--map text and', '`map.text` and'],
  ['--map {MEMBER}={COLUMN}', "`map: { {MEMBER}: '{COLUMN}' }`"],
  ['--field "{COLUMN…}={FIELD…}"', "`fields: { '{COLUMN…}': '{FIELD…}' }`"],
  ['--{OPTION} only applies', '`{OPTION}` only applies', 'program'],
  ['--encoding {NAME}', "`encoding: '{NAME}'`"],
  ['--format {NAME}', "`format: '{NAME}'`"],
  ['--delimiter {NAME}', "`delimiter: '{NAME}'`"],
  ['--dates {NAME}', "`dates: '{NAME}'`"],
  ['--tz {ZONE}/{CITY}', "`timeZone: '{ZONE}/{CITY}'`"],
  ['--question ID', '`question`', 'program'],
  ['--tz', '`timeZone`', 'program'],
  ['--field', '`fields`', 'program'],
  ['--external-id', '`externalId`', 'program'],
  ['--source-reference', '`sourceReference`', 'program'],
  ['--max-items', '`maxItems`', 'program'],
  ['--{OPTION}', '`{OPTION}`', 'program'],
]

const PLACE = /\{("?)(\w+)\1(…?)\}/g
const WORD = '[#\\w…-]*[\\w…]'
/** What is not just a word: a key has any visible ASCII, an option begins with a letter, and "--delimiter and --encoding" gives no delimiter. */
const FORMS: Partial<Record<string, string>> = {
  KEY: '[!-~]+',
  NAME: `(?!(?:is|and|or|only)\\b)${WORD}`,
  OPTION: `(?=[a-z])${WORD}`,
}

const RULES = {
  command: ROWS.filter(([, , only]) => only === undefined).map(([command, program]) => ruleOf(program, command)),
  program: ROWS.map(([command, program]) => ruleOf(command, program)),
}

/** A name in quotes, or a column and its field. */
const QUOTED = /"((?:\\.|[^"\\])*)"/g

/** A text of the client or the library as it is said on the command line. */
export function textForCommands(text: string): string {
  return translate(text, RULES.command)
}

/** A message or hint of the push pipeline as it is said to a program; `names`, of files and columns, and quoted ones stay as they are. */
export function textForPrograms(text: string, names: readonly string[] = []): string {
  const kept: string[] = []
  const keep = (name: string) => (/--/.test(name) ? `\uE000${String.fromCharCode(0xe100 + kept.push(name))}` : name)
  const named = names.reduce((said, name) => said.replaceAll(name, keep(name)), text)
  const quoted = named.replace(QUOTED, (_, inner: string) => `"${inner.split('=').map(keep).join('=')}"`)
  const restored = (said: string): string =>
    said.replace(/\uE000(.)/gs, (_, at: string) => restored(kept[at.charCodeAt(0) - 0xe101]!))
  return restored(translate(quoted, RULES.program))
}

/** What an error of the client says to do, as what to do on the command line; undefined where that is nothing. */
export function hintForCommands({ hint }: { readonly hint?: string | null | undefined }): string | undefined {
  return hint ? textForCommands(hint) : undefined
}

type Rule = readonly [found: RegExp, instead: (groups: Record<string, string | undefined>) => string]

function translate(text: string, rules: readonly Rule[]): string {
  return rules.reduce(
    (said, [found, instead]) => said.replace(found, (...match) => instead(match.at(-1) as Record<string, string>)),
    text,
  )
}

/** How one side of a row is found in a text, as whole words, and what stands there on the other. An option may stand in backticks. */
function ruleOf(from: string, to: string): Rule {
  const parts = from.split(PLACE)
  const found = parts.map((part, at) => {
    if (at % 4 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return at % 4 === 2 ? `(?<${part}>${placeholder(part, parts[at - 1] === '"', parts[at + 1] === '…')})` : ''
  })
  const whole = `${found.join('')}${/\w$/.test(from) ? '\\b' : ''}`
  // A file may be called `reviews--final.csv`. The empty group at the end gives every match an object of groups.
  const placed = from.startsWith('--') ? `(?<tick>\`?)(?<![\\w-])${whole}\\k<tick>` : whole
  return [
    new RegExp(`${placed}(?<end>)`, 'g'),
    (groups) => to.replace(PLACE, (_, __, name: string) => groups[name] ?? name),
  ]
}

function placeholder(name: string, isQuoted: boolean, isAny: boolean): string {
  return isQuoted ? '"(?:\\\\.|[^"\\\\])*"' : isAny ? '[^`\'"=]*' : (FORMS[name] ?? WORD)
}
