import { isUtf8 } from 'node:buffer'
import type { Place } from '../../base/read-yaml.js'
import { readBytesOf } from '../../cli/read-file.js'
import type { World } from '../../cli/world.js'
import { ServiceError } from '../../client/errors.js'
import { LIMITS } from '../../contract/limits.js'
import { Failure } from '../../terminal/failure.js'

/** A file written by hand, YAML or JSON. */
export interface DocumentFile {
  path: string
  value: Record<string, unknown>
  kind: DocumentKind
  placeOf(member: string): Place
}

type DocumentKind = 'seed' | 'overrides'

const SHOWN_FAULTS = 10
const HINTS: Record<DocumentKind, string> = {
  seed: 'Nothing was changed. Editors check a seed with fixtures/seed.schema.json of this package.',
  overrides: 'Nothing was started. `inpk emulator assumptions` lists what can be overridden.',
}

/** Reads a file, or stdin for `-`. Refuses one that is neither YAML nor JSON, with line and column. */
export async function readDocument(world: World, path: string, kind: DocumentKind = 'seed'): Promise<DocumentFile> {
  const { readYaml } = await import('../../base/read-yaml.js')
  const text = requireText(await readBytesOf(world, path), path, kind)
  const read = readYaml(text, LIMITS.jsonDepth)
  if ('faults' in read) {
    const lines = read.faults.map(({ line, column, message }) => `${path}:${line}:${column}: ${message}`)
    throw faulty(lines, kind)
  }
  const { value, placeOf } = read
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    const example = kind === 'seed' ? ', such as "groups: []"' : ' whose members are ids of assumptions'
    throw faulty([`${path}:1:1: expected an object${example}`], kind)
  }
  return { path, value: value as Record<string, unknown>, kind, placeOf }
}

/** Bytes that are no UTF-8 would come in as question marks, unnoticed. */
function requireText(bytes: Uint8Array, path: string, kind: DocumentKind): string {
  const text = Buffer.from(bytes).toString('utf8')
  if (isUtf8(bytes)) return text
  const line = text.slice(0, text.indexOf('\ufffd')).split('\n').length
  throw faulty([`${path}:${line}:1: invalid UTF-8; save the file as UTF-8`], kind)
}

/** A refusal of a document, each fault with its line; any other error as it is. `below`: where the document lay in the request. */
export function explainRefusal(error: unknown, file: DocumentFile | undefined, below = ''): unknown {
  const { code, message, details } = error as Partial<ServiceError>
  const isRefusal = error instanceof ServiceError || (error as Error).name === 'Refusal'
  if (!isRefusal || !file || details === null || typeof details !== 'object') return error
  const faults = Object.entries(details as Record<string, string[]>).flatMap(([at, texts]) => {
    const member = below !== '' && at.startsWith(`${below}.`) ? at.slice(below.length + 1) : at
    const { line, column } = file.placeOf(member)
    return texts.map((text) => ({ line, column, text: `${member} ${text}`.trim() }))
  })
  faults.sort((a, b) => a.line - b.line || a.column - b.column)
  const lines = faults.map(({ line, column, text }) => `${file.path}:${line}:${column}: ${text}`)
  return faulty(lines.length > 0 ? lines : [`${file.path}: ${message}`], file.kind, code)
}

function faulty(lines: readonly string[], kind: DocumentKind, code = 'FILE_INVALID'): Failure {
  const more = lines.length > SHOWN_FAULTS ? [`… and ${lines.length - SHOWN_FAULTS} more`] : []
  return new Failure({
    exit: 'invalid',
    code,
    message: [...lines.slice(0, SHOWN_FAULTS), ...more].join('\n'),
    hint: HINTS[kind],
  })
}
