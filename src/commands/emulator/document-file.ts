import { isObject } from '../../base/is-object.js'
import { findInvalidUtf8 } from '../../base/utf8.js'
import type { TextPlace } from '../../base/yaml.js'
import type { Environment } from '../../cli/environment.js'
import { readBytesOf, TRY_EXAMPLES } from '../../cli/read-file.js'
import { ServiceError } from '../../client/errors.js'
import { LIMITS } from '../../contract/limits.js'
import { Failure } from '../../terminal/failure.js'

/** A file with what a request is to hold. */
export interface DocumentFile {
  path: string
  value: unknown
  kind: DocumentKind
  /** The member of the request it is in; absent if it is about the whole request. */
  below?: string
  /** Not known of what is too large to be looked through for places. */
  placeOf?(member: string): TextPlace
}

interface Kind {
  /** What the whole must be. */
  must: string
  mayBeList?: true
  hint: string
  /** Where to get such a file. */
  orElse?: string
}

const KINDS = {
  seed: {
    must: 'a YAML or JSON object, such as "groups: []"',
    hint: 'Nothing was changed. Your editor can check seed files against seed.schema.json, which `inpk examples` writes.',
    orElse: TRY_EXAMPLES,
  },
  template: {
    must: 'a YAML or JSON object of subject, text, html and variables',
    hint: 'Nothing was changed. `inpk emulator templates set --help` shows what a template has; its texts may use {{survey_link}}, {{email}} and the variables it lists.',
  },
  rules: {
    must: 'a YAML or JSON list of rules',
    mayBeList: true,
    hint: 'Nothing was changed. `inpk emulator analysis-rules show --json` prints those in force.',
  },
  export: {
    must: 'a JSON object',
    hint: 'Nothing was changed. `inpk emulator export` writes such a file.',
    orElse: '`inpk emulator export` writes such a file.',
  },
} as const satisfies Record<string, Kind>

type DocumentKind = keyof typeof KINDS

/** How a file of `inpk emulator export` starts. */
const EXPORT_FORMAT = 'inpk-organization'
const SHOWN_FAULTS = 10

/** Reads a file written by hand, YAML or JSON, or stdin for `-`. Refuses one that is neither, with line and column. */
export async function readDocument(
  environment: Environment,
  path: string,
  kind: DocumentKind,
): Promise<Required<DocumentFile>> {
  const { readYaml } = await import('../../base/yaml.js')
  const { must, mayBeList, orElse }: Kind = KINDS[kind]
  const text = requireText(await readBytesOf(environment, path, orElse), path, kind)
  const read = readYaml(text, LIMITS.jsonDepth)
  if ('faults' in read) {
    const lines = read.faults.map(({ line, column, message }) => `${path}:${line}:${column}: ${message}`)
    throw TABLE.test(path) ? tabular(path, must) : faulty(lines, kind)
  }
  const { value, placeOf } = read
  if (kind !== 'export' && isObject(value) && value.format === EXPORT_FORMAT) throw exported(path, kind)
  if (value === null || typeof value !== 'object' || (Array.isArray(value) && !mayBeList))
    throw TABLE.test(path) ? tabular(path, must) : faulty([`${path}:1:1: expected ${must}`], kind)
  return { path, value, kind, below: '', placeOf }
}

/** Files of feedback, which another command takes. */
const TABLE = /\.(csv|tsv|txt|xlsx?|ods|ndjson)(\.gz)?$/i

function tabular(path: string, must: string): Failure {
  return new Failure({
    exit: 'invalid',
    code: 'FILE_INVALID',
    message: `${path} is a table or a text, not ${must}`,
    hint: `Nothing was changed. \`inpk push ${path} --source SOURCE\` pushes feedback from such a file.`,
  })
}

function exported(path: string, kind: DocumentKind): Failure {
  return new Failure({
    exit: 'invalid',
    code: 'FILE_INVALID',
    message: `${path} is a whole organisation, as \`inpk emulator export\` writes it, not a file for ${kind}`,
    hint: `Nothing was changed. \`inpk emulator import ${path}\` reads it.`,
  })
}

function requireText(bytes: Uint8Array, path: string, kind: DocumentKind): string {
  const line = findInvalidUtf8(bytes)
  if (line === undefined) return Buffer.from(bytes).toString('utf8')
  throw faulty([`${path}:${line}:1: invalid UTF-8; save the file as UTF-8`], kind)
}

/** A refusal of a document, each fault with its line; any other error as it is. */
export function explainRefusal(error: unknown, file: DocumentFile | undefined): unknown {
  const { code, message, details } = error as Partial<ServiceError>
  const isRefusal = error instanceof ServiceError || (error as Error).name === 'Refusal'
  if (!isRefusal || !file || details === null || typeof details !== 'object') return error
  const { path, kind, below = '', placeOf } = file
  const faults = Object.entries(details as Record<string, string[]>).flatMap(([at, texts]) => {
    const member = at.startsWith(below) ? at.slice(below.length).replace(/^\./, '') : at
    const { line, column } = placeOf?.(member) ?? { line: 0, column: 0 }
    return texts.map((text) => ({ line, column, text: `${member} ${text}`.trim() }))
  })
  faults.sort((a, b) => a.line - b.line || a.column - b.column)
  const lines = faults.map(({ line, column, text }) => `${path}${placeOf ? `:${line}:${column}` : ''}: ${text}`)
  return faulty(lines.length > 0 ? lines : [`${path}: ${message}`], kind, code)
}

function faulty(lines: readonly string[], kind: DocumentKind, code = 'FILE_INVALID'): Failure {
  const more = lines.length > SHOWN_FAULTS ? [`… and ${lines.length - SHOWN_FAULTS} more`] : []
  return new Failure({
    exit: 'invalid',
    code,
    message: [...lines.slice(0, SHOWN_FAULTS), ...more].join('\n'),
    hint: KINDS[kind].hint,
  })
}
