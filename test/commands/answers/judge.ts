import { EXIT } from '../../../src/terminal/exit-codes.js'
import type { Json } from '../other-service.js'
import { type Change, onlyHides } from './changes.js'
import type { Swept } from './swept-stage.js'

const CODES: readonly number[] = Object.values(EXIT)
const NONSENSE =
  /fault of inpk|\(UNEXPECTED\)|\bundefined\b|\bNaN\b|\[object |Invalid Date|TypeError|\n\s+at .*:\d+:\d+/
const HOST = /WRONG_HOST|does not answer as the service does/
const NOTHING_DONE = /\b0 items arrived|Nothing is lost|nothing was sent/i
/** What says that there is nothing, or no bound: to be said by the service, and not by its silence. */
const CLAIMS = /no limit|no plan|\bnone\b|\bnone:|\bno [a-z]+ yet\b|^No \w+.*\.$/gim
const NUMBER = /(?<![\w.])-?(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?(?![\w])/g

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
  if (code !== EXIT.done && isHeaderOnly(judged)) return 'prints a header and fails'
  if (isWrite(route) && code !== EXIT.done && NOTHING_DONE.test(said)) return 'says that nothing was done'
  if (code !== EXIT.done && code !== judged.sound.code && /\(NOT_FOUND\)/.test(stderr) && hides(judged))
    return 'says that something is not there, which the answer only hides'
  if (code === EXIT.done || code === judged.sound.code) return findWrongWord(judged) ?? findOtherJson(judged)
  return line.includes('--help') ? 'no help is asked for' : undefined
}

/** The dashboard's address may be that of any program; a control API answers with objects. */
function mayBeAnotherHost({ route, change }: Judged): boolean {
  const isObject = typeof change.value === 'object' && change.value !== null && !Array.isArray(change.value)
  return route.includes('/_emulator') && change.kind === 'whole' && !isObject
}

function hides({ change }: Judged): boolean {
  return (change.kind === 'drop' || change.kind === 'rename') && change.path.at(-1) !== '*'
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
function findWrongWord({ sound, swept, change, route }: Judged): string | undefined {
  if (!onlyHides(change) && change.kind !== 'whole') return undefined
  // What an emulator is asked is our own; a description is compared with our words.
  if (isJson(swept.stdout) || /_emulator|openapi/.test(route)) return undefined
  const claim = newIn(swept.stdout, sound.stdout, CLAIMS)[0]
  if (claim !== undefined && change.kind !== 'null') return `claims ${JSON.stringify(claim)}`
  if (change.kind === 'null') return undefined
  const known = new Set([
    ...numbersOf(JSON.stringify(swept.answers.map(({ payload }) => payload)).replaceAll('"', ' ')),
    ...lengthsIn(swept),
  ])
  const number = newIn(swept.stdout, sound.stdout, NUMBER).find(
    (each) => !known.has(each.replaceAll(',', '')) || each === '0',
  )
  return number === undefined ? undefined : `shows the number ${number}`
}

function newIn(text: string, known: string, pattern: RegExp): string[] {
  const left = [...known.matchAll(pattern)].map(([each]) => each.toLowerCase())
  return [...text.matchAll(pattern)]
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
  // A source that is made and published is shown by both answers.
  if (line.includes('--publish')) return undefined
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
