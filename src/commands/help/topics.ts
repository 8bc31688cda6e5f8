import { grouped } from '../../base/count.js'
import { GLOBAL_OPTIONS } from '../../cli/global-options.js'
import { commonOptionLines } from '../../cli/help.js'
import type { OptionSpec } from '../../cli/options.js'
import { DEFAULT_BASE_URL, DEFAULT_PREFIX } from '../../config/settings.js'
import { CAPS } from '../../contract/caps.js'
import { KNOWN_HEADERS } from '../../contract/items/members.js'
import { SENTIMENT_LANGUAGES, SENTIMENT_LANGUAGES_TEXT } from '../../contract/sentiment-languages.js'
import { detailLines } from '../../output/details.js'
import type { OutputFormat } from '../../output/format.js'
import { EXIT, EXIT_MEANINGS, type ExitName } from '../../terminal/exit-codes.js'
import type { Style } from '../../terminal/style.js'
import { wrap, wrapWhole } from '../../terminal/width.js'

/** A page of `inpk help`: what JSON prints of it, and its lines. */
export interface Topic {
  data(): unknown
  lines(style: Style): string[]
}

const NAMES = Object.keys(EXIT) as ExitName[]
const BY_SIGNAL = '128 + the number of the signal when ended by one (Ctrl-C: 130)'

export const OPTIONS_TOPIC: Topic = {
  data: () => Object.values<OptionSpec>(GLOBAL_OPTIONS).map(({ flags, purpose }) => ({ flags, purpose })),
  lines: (style) => commonOptionLines(style.width),
}

export const EXIT_CODES_TOPIC: Topic = {
  data: () => NAMES.map((name) => ({ code: EXIT[name], name, meaning: EXIT_MEANINGS[name] })),
  lines: (style) => [
    ...detailLines(
      NAMES.map((name) => [String(EXIT[name]), EXIT_MEANINGS[name]]),
      style,
    ),
    '',
    ...wrapWhole(BY_SIGNAL, style.tableWidth),
  ],
}

const VARIABLES = {
  INPK_API_KEY: "the API key (can't be passed as an argument)",
  INPK_BASE_URL: `address of the service (default: ${DEFAULT_BASE_URL})`,
  INPK_PROFILE: 'the profile to use',
  INPK_API_PREFIX: `path prefix of the operations (default: ${DEFAULT_PREFIX})`,
  INPK_FACTS: 'the facts file of the service (none: use no facts)',
  INPK_CONFIG_DIR: 'folder of profiles and of the journals of pushes',
  INPK_EMULATOR_URL: 'dashboard address of the emulator the `emulator` commands talk to',
  NO_COLOR: 'no colour',
  COLUMNS: 'width of tables if the terminal does not report one',
  CI: 'no animations and no prompts, unless it is 0 or false',
  HTTPS_PROXY: 'a proxy, with NO_PROXY for exceptions; this machine is always reached directly',
  NODE_EXTRA_CA_CERTS: 'file of extra certificate authorities',
}

const ORDER =
  'Strongest first: option, environment, project file inpk.config.json (in this folder or the nearest above), profile, default. A project file never holds a key, and its base_url counts only if it is this machine or the address of the profile in use. The facts file: flag, environment, profile, project file, then inpk.facts.yaml in this folder or the nearest above. `inpk config` shows each value and where it came from.'

export const ENVIRONMENT_TOPIC: Topic = {
  data: () => Object.entries(VARIABLES).map(([name, meaning]) => ({ name, meaning })),
  lines: (style) => [...detailLines(Object.entries(VARIABLES), style), '', ...wrap(ORDER, style.width)],
}

const FORMATS: Record<OutputFormat, string> = {
  table: 'for people; fits the terminal and shows control characters',
  json: 'the payload of the service, unwrapped, unknown fields kept; a list is one array',
  ndjson: 'one JSON value per line, as pages arrive',
  csv: 'one line per row; text that a spreadsheet would run as a formula gets an apostrophe',
  junit: 'a test report in XML, of commands that run checks',
}

const OUTPUT_RULES = [
  'Only the result goes to stdout; messages go to stderr. Colour and progress appear only on a terminal.',
  'Lists are fetched page by page as they are printed: `| head` and --limit N fetch no more than they need.',
  '--jq EXPRESSION filters the JSON with jq; strings are printed without quotes.',
  'With --json an error is one object on stderr: {"error":{code, message, status, details, retryable, hint, request_id}}.',
]

export const OUTPUT_TOPIC: Topic = {
  data: () => ({ formats: FORMATS, rules: OUTPUT_RULES }),
  lines: (style) => [
    ...detailLines(Object.entries(FORMATS), style),
    ...OUTPUT_RULES.flatMap((rule) => ['', ...wrap(rule, style.width)]),
  ],
}

const MAPPING_RULES = [
  '`inpk push` chooses a column for each member of an item by its header, and the text by its content if no header matches. inpk prints the mapping before it sends anything; `--check` stops there.',
  '--map member=Column sets it; #3 is the third column. --field "Column=field" sends several text columns to several fields in one pass, the field by id or text.',
  'Rows without an id get one made from their content, so a file pushed twice is stored once; --external-id none sends no ids.',
  'Recognised headers, in any case and punctuation:',
]

export const MAPPING_TOPIC: Topic = {
  data: () => ({ rules: MAPPING_RULES, headers: KNOWN_HEADERS }),
  lines: (style) => [
    ...MAPPING_RULES.flatMap((rule) => [...wrap(rule, style.width), '']),
    ...detailLines(
      Object.entries(KNOWN_HEADERS).map(([member, headers]) => [member, headers.join(', ')]),
      style,
    ),
  ],
}

const RULE =
  'Everything that grows with use is kept up to a limit, which may be exceeded for a moment. What is created by name stays until it is deleted: organisations, members, keys, groups, sources and their items, templates, subscriptions, monitors, report subscriptions, snapshots, profiles.'

export const CAPS_TOPIC: Topic = {
  data: () => Object.entries(CAPS).map(([name, cap]) => ({ name, ...cap })),
  lines: (style) => [
    ...wrap(RULE, style.width),
    ...Object.values(CAPS).flatMap(({ most, what, beyond }) => [
      '',
      ...wrap(style.bold(`${grouped(most)} ${what}`), style.width),
      ...wrap(`Beyond: ${beyond}.`, style.width - 2).map((line) => `  ${line}`),
    ]),
  ],
}

const LANGUAGE_RULES = [
  "The emulator analyses feedback offline, by simple rules. The real service's results will differ.",
  `Sentiment is read from the words of texts in ${SENTIMENT_LANGUAGES_TEXT}. In other languages only emoji, emoticons and ratings count. An item that has none of these is shown as neutral, with a score of 0, because the service has no word for "unknown"; \`inpk analysis show\` and \`inpk analysis wait\` say how many such items there are. In the supported languages beside English, a message to a service that has no such word and asks for nothing counts as a complaint.`,
  'Themes are found in any language. Labels are words from the texts; in English they may also name what the texts have in common.',
  'If you know the language of an item, push it in its `language` member or column. Otherwise the language is detected from the text, which often fails for a few words.',
]

export const LANGUAGES_TOPIC: Topic = {
  data: () => ({ sentiment: SENTIMENT_LANGUAGES, rules: LANGUAGE_RULES }),
  lines: (style) => LANGUAGE_RULES.flatMap((rule, at) => [...(at > 0 ? [''] : []), ...wrap(rule, style.width)]),
}
