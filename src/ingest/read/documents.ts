import type { Format } from '../options.js'
import { type FoundDocument, judgeAnswer } from './json/judge-answer.js'

const SEARCHED_CHARACTERS = 64 * 1024
const SAVE_HINT = 'open it in a spreadsheet and save it as .csv or .xlsx'
const LOGIN_HINT =
  'a page to sign in is often saved instead of the file: download it again, or save the table in it as .csv'
const SETTINGS_HINT = 'to push each line as an item, use --format text'
const ROWS_HINT = 'convert it to .csv or .ndjson; to push each line as an item, use --format text'
const KEY_HINT = 'nothing of it was sent; check that this is the file you meant'

/** Two header lines and more, as mails and HTTP answers start, one of them with one of these names. */
function headersWith(names: string): RegExp {
  const line = String.raw`[\w-]+:.*\r?\n(?:[ \t].*\r?\n)*`
  return new RegExp(`^(?=(?:${line})*(?:${names}):)[A-Z][\\w-]*: .*\\r?\\n(?:[ \\t].*\\r?\\n)*[A-Z][\\w-]*: `, 'i')
}

const PAGE_TAGS = /^<(?:!--|(?:!doctype\s+html|html|head|body|table|script|style|meta|link|iframe|svg)\b)/i
const HEADS: readonly { what: string; by: RegExp; hint: string }[] = [
  { what: 'a web page', by: PAGE_TAGS, hint: LOGIN_HINT },
  { what: 'XML', by: /^<(?:\?xml|!doctype|!\[cdata\[)/i, hint: SAVE_HINT },
  { what: 'an HTTP response', by: /^(?:[<>] )?HTTP\/\d(?:\.\d)? \d{3}\b/, hint: LOGIN_HINT },
  { what: 'an HTTP request', by: /^(?:GET|POST|PUT|PATCH|HEAD) \S+ HTTP\/\d/, hint: LOGIN_HINT },
  { what: 'a program', by: /^#!\s*\//, hint: KEY_HINT },
  { what: 'a dump of a database', by: /^(?:CREATE TABLE|INSERT INTO|DROP TABLE)\b|^-- \w+ .*dump/i, hint: ROWS_HINT },
  { what: 'an RTF document', by: /^\{\\rtf/, hint: 'save it as plain text, one item per line' },
  { what: 'email', by: /^From \S+ .*\d{4}.*\r?\n[\w-]+:/, hint: 'export the emails as .csv' },
  {
    what: 'email',
    by: headersWith('Received|Return-Path|Delivered-To|Message-ID|MIME-Version|Subject'),
    hint: 'export the emails as .csv',
  },
  {
    what: 'an HTTP response',
    by: headersWith('Content-Type|Set-Cookie|Cache-Control|WWW-Authenticate|Transfer-Encoding'),
    hint: LOGIN_HINT,
  },
  { what: 'a card or calendar', by: /^BEGIN:V(?:CARD|CALENDAR)\b/i, hint: 'export it as .csv' },
  { what: 'a key', by: /^(?:PuTTY-User-Key-File|ssh-(?:rsa|dss|ed25519) AAAA)/, hint: KEY_HINT },
]

/** The first line of a key or certificate; in a file of lines it may come after others. */
const KEY_LINE = /^-----BEGIN [A-Z0-9 ]+-----\s*$/
const KEY_LINE_ANYWHERE = new RegExp(KEY_LINE, 'm')

/** What a text is that holds no rows; undefined if it may hold some. `head` is its start. */
export function detectDocument(head: string, format: Format): FoundDocument | undefined {
  const searched = head.slice(0, SEARCHED_CHARACTERS)
  const text = withoutComments(searched)
  const known = HEADS.find(({ by }) => by.test(text))
  if (known) return known
  const isKey = format === 'text' ? KEY_LINE_ANYWHERE.test(text) : KEY_LINE.test(text.split('\n', 1)[0]!)
  if (isKey) return { what: 'a key or certificate', hint: KEY_HINT }
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '')
  if (isMarkup(text, lines)) return { what: 'a web page or XML', hint: LOGIN_HINT }
  if (format === 'json' || format === 'ndjson') return judgeAnswer(head)
  if (isYaml(lines, format)) return { what: 'YAML', hint: ROWS_HINT }
  return isSettings(lines) ? { what: 'a list of settings', hint: SETTINGS_HINT } : undefined
}

/** Without byte order marks, blank lines and comments of markup at its start. */
function withoutComments(text: string): string {
  return text.replace(/^(?:[\s\ufeff]|<!--[\s\S]*?-->)+/, '')
}

const TAG = /^<[/!?]?([a-z][\w:.-]*)(\s[^<>]*|\/)?>/i
/** Tags within a text that a person wrote; feedback from an editor may start with one. */
const TEXT_TAGS = new Set(
  'a b i u s p q em br tt big del ins sub sup code font mark span small strong strike blockquote'.split(' '),
)
/** Headers in angle brackets: `<DATE>,<TEXT>`. */
const BRACKETED_HEADERS = /^<\w+>\s*[,;\t|]/

/**
 * The text starts with an element that no feedback has, or most lines start with a tag and some are no more than one. A word in
 * brackets (`<name> was rude`) is no element: it has neither attributes nor an end.
 */
function isMarkup(text: string, lines: readonly string[]): boolean {
  if (BRACKETED_HEADERS.test(text)) return false
  const [, , attributes = ''] = TAG.exec(text) ?? []
  if (isStructure(text) && (/\w=["']|\/$/.test(attributes) || /<\/[a-z]/i.test(text))) return true
  const trimmed = lines.map((line) => line.trim())
  const tagged = trimmed.filter((line) => TAG.test(line)).length
  return tagged * 2 > lines.length && trimmed.some((line) => isStructure(line) && line.replace(TAG, '') === '')
}

function isStructure(text: string): boolean {
  const [, name] = TAG.exec(text) ?? []
  return name !== undefined && !TEXT_TAGS.has(name.toLowerCase())
}

const YAML_LINE = /^\s*(?:- +)*(?:[\w"'-][\w "'./-]{0,40}:(?:\s|$)|- |-$|#)/
const YAML_MEMBER = /^\s+[\w"'-]+:(?:\s|$)/
const YAML_FIRST = /^- +([\w"'-]+):(?:\s|$)/

/**
 * Entries with members below each other, or one member each, the same in all; under the name of a table also entries alone. Lines
 * of a text may well start with `- Food: `.
 */
function isYaml(lines: readonly string[], format: Format): boolean {
  const body = lines.filter((line) => !/^(?:---|#)/.test(line))
  if (body.length < 2 || !YAML_LINE.test(body[0]!)) return false
  const fitting = body.filter((line) => YAML_LINE.test(line)).length
  if (fitting >= body.length * 0.8 && body.some((line) => YAML_MEMBER.test(line))) return true
  const members = new Set(body.map((line) => YAML_FIRST.exec(line)?.[1]))
  if (members.size === 1 && !members.has(undefined)) return true
  const entries = /^[\w"'-]+:\s*$/.test(body[0]!) ? body.slice(1) : body
  return format !== 'text' && entries.every((line) => /^\s*- /.test(line))
}

/** `name=value` in every line, and `[section]` lines between. */
function isSettings(lines: readonly string[]): boolean {
  const body = lines.filter((line) => !/^\s*[#;]/.test(line))
  const pairs = body.filter((line) => /^\s*(?:export )?[\w.-]+\s*=/.test(line)).length
  return pairs > 1 && body.every((line) => /^\s*(?:export )?[\w.-]+\s*=|^\[[^\],]+\]\s*$/.test(line))
}
