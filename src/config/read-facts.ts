import { readFileSync, statSync } from 'node:fs'
import { isObject, type JsonObject } from '../base/is-object.js'
import { withoutBom } from '../base/parse-json.js'
import { findInvalidUtf8 } from '../base/utf8.js'
import { readYaml, type YamlText } from '../base/yaml.js'
import { checkFacts } from '../contract/facts/check-facts.js'
import type { FactFault, Facts } from '../contract/facts/facts.js'
import { LIMITS } from '../contract/limits.js'
import { Failure } from '../terminal/failure.js'

/** What this program writes; a file of a higher `version` is of a later program. Files of this version need not say it. */
export const FACTS_VERSION = 1

/** All facts there can be, with their evidence, take a tenth of this. */
const LARGEST_BYTES = 1_000_000

const FAULTS_SHOWN = 20
const NAMES_SHOWN = 3

/** Whether a line is blank, a comment or the mark of a document: a file of such lines has no facts yet. */
const saysNothing = (line: string) => /^\s*(#.*|---|\.\.\.)?\s*$/.test(line)

const NULL = {
  facts: {},
  faults: [{ id: '', path: '', message: 'must be an object with assumption ids as members, not null' }],
}

/** Members of the file that are no facts. */
const ABOUT_THE_FILE = ['version', '$schema']

/** A facts file as it was read. */
export interface FactsFile {
  path: string
  text: string
  facts: Facts
}

/** The facts in a file. Refuses one that can't be read, or whose facts can't hold, with line, column and reason of each fault. */
export function readFactsFile(path: string): FactsFile {
  const bytes = readBytes(path)
  return { path, text: bytes.toString('utf8'), facts: parseFacts(bytes, path) }
}

/** The facts in the bytes of a file, none where it is empty. Refuses them as `readFactsFile` does; `path` is how the file is called in messages. */
export function parseFacts(bytes: Uint8Array, path: string): Facts {
  const text = Buffer.from(bytes).toString('utf8')
  const invalidLine = findInvalidUtf8(bytes)
  if (invalidLine !== undefined) throw invalid([`${path}:${invalidLine}:1: invalid UTF-8; save the file as UTF-8`])
  if (withoutBom(text).split('\n').every(saysNothing)) return {}
  const read = readYaml(text, LIMITS.jsonDepth)
  if ('faults' in read)
    throw invalid(read.faults.map(({ line, column, message }) => `${path}:${line}:${column}: ${message}`))
  requireFacts(read.value, path)
  // A program may hand over null for no facts; a file that says it was made by mistake.
  const { facts, faults } = read.value === null ? NULL : checkFacts(withoutVersion(read, path))
  if (faults.length > 0) throw invalid(linesOf(faults, read, path))
  return facts
}

/** Refuses a file for something else, such as a description or a configuration: no member of it could be meant for a fact. */
function requireFacts(value: unknown, path: string): void {
  if (!isObject(value)) return
  const names = Object.keys(value).filter((name) => !ABOUT_THE_FILE.includes(name))
  if (names.length === 0 || names.some((name) => name.includes(':'))) return
  throw new Failure({
    exit: 'invalid',
    code: 'FACTS_INVALID',
    message: `${path} is not a facts file: it has ${names.slice(0, NAMES_SHOWN).join(', ')}${names.length > NAMES_SHOWN ? ', …' : ''}`,
    hint: 'Name another file. A fact is an entry such as `body:mcp: …`; `inpk emulator assumptions --json` lists all.',
  })
}

function withoutVersion({ value, placeOf }: YamlText, path: string): unknown {
  if (!isObject(value)) return value
  const { version = FACTS_VERSION } = value
  const { line, column } = placeOf('version')
  if (!Number.isInteger(version)) throw invalid([`${path}:${line}:${column}: version must be a whole number`])
  if (Number(version) > FACTS_VERSION) throw newer(path, Number(version))
  return Object.fromEntries(Object.entries(value as JsonObject).filter(([name]) => !ABOUT_THE_FILE.includes(name)))
}

/** A line for each fault, in the order of the file. */
function linesOf(faults: readonly FactFault[], { value, placeOf }: YamlText, path: string): string[] {
  const placed = faults.map(({ id, path: within, message }) => {
    const { line, column } = placeOf([id, within].filter((part) => part !== '').join('.'))
    const other = otherOf({ id, path: within, message }, value)
    const elsewhere = other === undefined ? '' : ` (line ${placeOf(other).line})`
    return { line, column, text: `${id} ${message}${elsewhere}`.trim() }
  })
  placed.sort((a, b) => a.line - b.line || a.column - b.column)
  return placed.map(({ line, column, text }) => `${path}:${line}:${column}: ${text}`)
}

/** The path of what else in the file a fault names: the other name in this fact, the other fact of this slot, or that of a route. */
function otherOf({ id, message }: FactFault, value: unknown): string | undefined {
  if (!isObject(value)) return undefined
  const [, route] = /belongs to another operation, \w+ \((.+)\)$/.exec(message) ?? []
  if (route !== undefined) return Object.hasOwn(value, route) ? route : undefined
  const [, name] = /is the name of another member, (\S+)$/.exec(message) ?? []
  if (name === undefined) return undefined
  const fact = value[id]
  if (isObject(fact) && isObject(fact.names) && Object.hasOwn(fact.names, name)) return `${id}.names.${name}`
  const [slot] = /^[^.]+/.exec(id) ?? []
  const other = `${slot}.${name}`
  return other !== id && Object.hasOwn(value, other) ? other : undefined
}

function readBytes(path: string): Buffer {
  try {
    const stats = statSync(path)
    // A pipe would be waited for, with no signal heard.
    if (!stats.isFile()) throw unreadable(path, stats.isDirectory() ? 'is a folder, not a file' : 'is not a file')
    if (stats.size > LARGEST_BYTES)
      throw invalid([`${path} is larger than ${LARGEST_BYTES / 1_000_000} MB, too large for a facts file`])
    return readFileSync(path)
  } catch (error) {
    if (error instanceof Failure) throw error
    const { code } = error as NodeJS.ErrnoException
    throw unreadable(path, code === 'ENOENT' ? 'not found' : `can't be read (${code})`, error)
  }
}

function invalid(lines: readonly string[]): Failure {
  const more = lines.length > FAULTS_SHOWN ? [`… and ${lines.length - FAULTS_SHOWN} more`] : []
  return new Failure({
    exit: 'invalid',
    code: 'FACTS_INVALID',
    message: [...lines.slice(0, FAULTS_SHOWN), ...more].join('\n'),
    hint: 'Fix the file; `inpk emulator assumptions --json` lists all facts and their allowed values (`how`). `--facts none` disables it.',
  })
}

function unreadable(path: string, why: string, cause?: unknown): Failure {
  return new Failure({
    exit: 'usage',
    code: 'FACTS_UNREADABLE',
    message: `facts file ${why}: ${path}`,
    hint: 'Name the file with --facts, or go without facts with `--facts none`.',
    cause,
  })
}

function newer(path: string, version: number): Failure {
  return new Failure({
    exit: 'usage',
    code: 'FACTS_NEWER',
    message: `${path} was written by a newer inpk (version ${version} of the file; this one knows ${FACTS_VERSION})`,
    hint: 'Update inpk, or go without facts with `--facts none`.',
  })
}
