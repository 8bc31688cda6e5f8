import { EXIT } from '../../../src/terminal/exit-codes.js'
import type { Json } from '../other-service.js'
import { type Change, onlyHides } from './changes.js'
import { type Envelope, ROUNDED } from './envelopes.js'
import type { Swept } from './swept-stage.js'

const CODES: readonly number[] = Object.values(EXIT)
const NONSENSE =
  /fault of inpk|\(UNEXPECTED\)|\bundefined\b|\bNaN\b|\[object |Invalid Date|TypeError|\n\s+at .*:\d+:\d+/
const HOST = /WRONG_HOST|did not return an API response/
const NOTHING_DONE = /\b0 items arrived|Nothing is lost|nothing was sent/i
/** What says that there is nothing, or no bound: to be said by the service, and not by its silence. */
const CLAIMS = /no limit|no plan|\bnone\b|\bnone:|\bno [a-z]+ yet\b|^No \w+.*\.$/gim
/** A number that stands alone: none in a key, a time or a word. */
const NUMBER = /(?<![\w.:-])-?(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?(?![\w:-])/g

export interface Judged {
  line: string
  sound: Swept
  route: string
  change: Change
  swept: Swept
}

/** What is wrong with a run against a changed answer, by what may never happen; undefined where nothing is. */
export function findFault(judged: Judged): string | undefined {
  const { swept, line, route } = judged
  const { code, stdout, stderr } = swept
  const said = `${stdout}\n${stderr}`
  if (!CODES.includes(code)) return `exit code ${code}`
  const nonsense = NONSENSE.exec(said)
  if (nonsense) return `says ${JSON.stringify(nonsense[0].slice(0, 60))}`
  if (HOST.test(said) && !mayBeAnotherHost(judged)) return 'says that the host is wrong'
  if (showsNonsense(judged)) return 'shows a number that means nothing there'
  if (code !== EXIT.done && isHeaderOnly(judged)) return 'prints a header and fails'
  if (judged.change.kind === 'rename' && !/_emulator|openapi|mcp/.test(route)) {
    const hints = countOf(said, /`inpk learn`/g)
    if (hints > 1) return 'suggests inpk learn more than once'
    if (hints === 0 && /\(UNEXPECTED_RESPONSE\)/.test(stderr)) return 'does not suggest inpk learn'
  }
  if (isWrite(route) && code !== EXIT.done && NOTHING_DONE.test(said) && !changesWhatIsAsked(judged))
    return 'says that nothing was done'
  if (code !== EXIT.done && code !== judged.sound.code && /\(NOT_FOUND\)/.test(stderr) && hides(judged))
    return 'says that something is not there, which the answer only hides'
  if (code === EXIT.done || code === judged.sound.code) return findWrongWord(judged) ?? findOtherJson(judged)
  return line.includes('--help') ? 'no help is asked for' : undefined
}

const NAMES_WHAT_WAS_ASKED =
  /response to \w+|accepted \w+|https?:\/\/|assistant endpoint|\bMCP\b|description|fail|openapi|listing|broken|No emulator answers/i

/** What is wrong with a run against an answer that came in another envelope. */
export function findEnvelopeFault(judged: Omit<Judged, 'change'> & { envelope: Envelope }): string | undefined {
  const { sound, swept, line, route, envelope } = judged
  const { code, stdout, stderr } = swept
  const said = `${stdout}\n${stderr}`
  if (!CODES.includes(code)) return `exit code ${code}`
  const nonsense = NONSENSE.exec(said) ?? ROUNDED.exec(said)
  if (nonsense) return `says ${JSON.stringify(nonsense[0].slice(0, 60))}`
  if (HOST.test(said) && !envelope.isForeign && !/^(doctor|conformance)|openapi/.test(`${line} ${route}`))
    return 'says that the host is wrong'
  const isOver = code === EXIT.done || code === sound.code
  if (!isOver) return NAMES_WHAT_WAS_ASKED.test(said) ? undefined : 'does not say what was asked'
  return isSameHere(envelope, line, route) && !isJson(stdout) && withoutTimes(stdout) !== withoutTimes(sound.stdout)
    ? 'prints something else than of the same answer'
    : undefined
}

/** The control API knows no \`data\`, nor a description; a log grows, and \`doctor\` says what it sees. */
function isSameHere({ isSame, name }: Envelope, line: string, route: string): boolean {
  return isSame && !(name === 'data' && /_emulator|openapi/.test(route)) && !/^(emulator logs?|doctor)\b/.test(line)
}

/** Identifiers and secrets made anew, and counters that never go back, are no difference. */
function withoutTimes(text: string): string {
  return text
    .replace(/\S*config-\S+|survey\/1\/\S+|\b[0-9a-f]{16}\b|\d+|whsec_\S+|inpk_\S+|EMU\S+|con_\S+/g, '#')
    .replace(/ +/g, ' ')
}

/** A rating may be any number, and so may what is left of a budget. */
const ANY_NUMBER = /^(rating|remaining)$/

/** JSON and files of rows are what came; to people a number is shown that can be. */
function showsNonsense({ change, route, swept: { stdout }, line }: Judged): boolean {
  if (change.kind !== 'nonsense' || /_emulator|openapi|mcp/.test(route) || ANY_NUMBER.test(change.path.at(-1)!))
    return false
  // A check that failed says what it was.
  return !isJson(stdout) && !/^api\b|export|csv/.test(line) && /(?<!is -)8,?765\.5|876,?550/.test(stdout)
}

/** The dashboard's address may be that of any program; a control API answers with objects. */
function mayBeAnotherHost({ route, change }: Judged): boolean {
  const isObject = typeof change.value === 'object' && change.value !== null && !Array.isArray(change.value)
  return route.includes('/_emulator') && change.kind === 'whole' && !isObject
}

function hides({ change }: Judged): boolean {
  return (change.kind === 'drop' || change.kind === 'rename') && change.path.at(-1) !== '*'
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

/** With another identifier the next request is about something else, and is refused. */
function changesWhatIsAsked({ change, swept }: Judged): boolean {
  return /_id$/.test(change.path.at(-1) ?? '') && swept.code === EXIT.notFound
}

function isWrite(route: string): boolean {
  return route.startsWith('POST') && !/mcp|oauth/.test(route)
}

/** Of a file or a table nothing may come before its first row could be read. */
function isHeaderOnly({ swept: { stdout }, sound }: Judged): boolean {
  const first = sound.stdout.split('\n')[0]!
  return stdout !== '' && sound.stdout !== stdout && stdout.trimEnd() === first.trimEnd() && first.length > 20
}

/** A number or a claim that the sound run does not print, and that nothing in the answers says. */
function findWrongWord(judged: Judged): string | undefined {
  const { sound, swept, change, route } = judged
  if (!onlyHides(change) && change.kind !== 'whole') return undefined
  // A description is compared with our words.
  if (/openapi/.test(route)) return undefined
  const claim = isJson(swept.stdout) || /diff$/.test(route) ? undefined : newIn(swept.stdout, sound.stdout, CLAIMS)[0]
  if (claim !== undefined && change.kind !== 'null') return `claims ${JSON.stringify(claim)}`
  const known = knownNumbers(swept)
  const numbers = isJson(swept.stdout)
    ? newNumbersIn(parse(swept.stdout), parse(sound.stdout))
    : newIn(swept.stdout, sound.stdout, NUMBER)
  const number = numbers.find(
    (each) => !known.has(String(Number(each.replaceAll(',', '')))) || (each === '0' && !isCarried(judged)),
  )
  return number === undefined ? undefined : `shows the number ${number}`
}

/** What the answers carry, as it is, as a share, one less (what was before a change), and how long their lists are. */
function knownNumbers(swept: Swept): Set<string> {
  const text = JSON.stringify(swept.answers.map(({ payload }) => payload)).replaceAll('"', ' ')
  const carried = numbersOf(text)
  return new Set([...carried, ...carried.map((each) => String(Number(each) - 1)), ...lengthsIn(swept)])
}

/** Whether a zero comes from the answer: beside a member that is null, which says something, another one is zero. */
function isCarried({ swept, change, route }: Judged): boolean {
  const parents = change.path.slice(0, -1)
  const sent = swept.answers.find((answer) => answer.route === route)?.payload
  const parent = parents.reduce((value: Json, step) => (step === '*' ? value?.[0] : value?.[step]), sent)
  // JSON that is an answer carries what it carries, under whatever name.
  if (isJson(swept.stdout) && (change.kind === 'rename' || change.kind === 'whole')) return true
  return change.kind === 'null' && Object.values(parent ?? {}).includes(0)
}

/** Numbers that stand in JSON where the other has none or another, however deep. */
function newNumbersIn(value: Json, other: Json): string[] {
  if (typeof value === 'number') return value === other ? [] : [String(value)]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, inner]) => newNumbersIn(inner, other?.[name]))
}

function newIn(text: string, known: string, pattern: RegExp): string[] {
  const left = [...known.matchAll(pattern)].map(([each]) => each.toLowerCase())
  return [...text.replace(/\b(inpk|whsec)_\S+/g, '').matchAll(pattern)]
    .map(([each]) => each.toLowerCase())
    .filter((each) => {
      const at = left.indexOf(each)
      if (at !== -1) left.splice(at, 1)
      return at === -1
    })
}

function numbersOf(text: string): string[] {
  return (text.match(/-?\d+(?:\.\d+)?/g) ?? []).flatMap((each) => [each, String(Math.round(Number(each) * 100))])
}

function lengthsIn({ answers }: Swept): string[] {
  const lengths: string[] = []
  const visit = (value: Json): void => {
    if (value === null || typeof value !== 'object') return
    if (Array.isArray(value)) lengths.push(String(value.length))
    for (const inner of Object.values(value)) visit(inner)
  }
  for (const { payload } of answers) visit(payload)
  return lengths
}

function isJson(text: string): boolean {
  return text.startsWith('{') || text.startsWith('[')
}

/** JSON that is an answer, or entries of a list of it, stays what the service sent. */
function findOtherJson({ line, sound, swept, change, route }: Judged): string | undefined {
  if (!isJson(sound.stdout) || !isJson(swept.stdout) || change.kind === 'whole') return undefined
  // A source that is made and published is shown by both answers; entries that came twice are left out, and that is said.
  // Rows with one identifier are one row, and of `api --paginate` the one list is shown.
  if (change.path.at(-1) === 'item_id' || line.startsWith('api')) return undefined
  // Erases are summed up; what cannot be read of them is null.
  if (/--publish|^feedback erase/.test(line) || swept.stderr.includes('are left out')) return undefined
  const place = placeOf(parse(sound.stdout), sound, route)
  if (!place) return undefined
  const sent = swept.answers.find((answer) => answer.route === route)
  const wanted = place.reduce((value: Json, step) => value?.[step], sent?.payload)
  const shown = parse(swept.stdout)
  if (shown === undefined || formOf(wanted) !== formOf(parse(sound.stdout))) return undefined
  return JSON.stringify(shown) === JSON.stringify(wanted) ? undefined : 'prints other JSON than the service sent'
}

function formOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : typeof value
}

function parse(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Where in the answer of a route this stands. */
function placeOf(shown: Json, { answers }: Swept, route: string): string[] | undefined {
  const text = JSON.stringify(shown)
  const found = answers.find((answer) => answer.route === route)?.payload
  if (found === undefined || text === undefined) return undefined
  if (JSON.stringify(found) === text) return []
  for (const name of Object.keys(found)) if (JSON.stringify(found[name]) === text) return [name]
  return undefined
}
