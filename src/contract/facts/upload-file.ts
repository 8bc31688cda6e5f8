import { isObject, type JsonObject } from '../../base/is-object.js'
import { GUESSES, type Values } from '../assumptions/values.js'
import type { Operation } from '../operation.js'
import type { TSchema } from '../schema.js'
import type { Codec } from './codec.js'
import type { Facts } from './facts.js'
import { withoutPlace, withSchemaAt } from './placed-member.js'
import { parsePlace, putAt } from './wire-path.js'

// How an upload has its file: as a part of a form, or as text in a body of JSON.

type FileForm = Values['upload-file']

const FILE = 'behaviour:upload-file'

/** Whether the file of an upload is text in a body of JSON under these facts. */
function isText(facts: Facts): boolean {
  const { as = GUESSES['upload-file'].as } = (facts[FILE] ?? {}) as Partial<FileForm>
  return as === 'base64'
}

/** The row of an upload under facts: one that has its file as text takes JSON, as any other. */
export function withFileForm(row: Operation, facts: Facts): Operation {
  if (row.media !== 'multipart/form-data' || !isText(facts)) return row
  const { media: _, ...rest } = row
  return rest
}

/** The codec of an upload that has its file as base64, and what it is called beside it. */
export function withFileAsText(codec: Codec, { as, name }: FileForm): Codec {
  if (as !== 'base64') return codec
  const place = name === 'none' ? undefined : parsePlace(name)?.steps
  return {
    ...codec,
    ...(name !== 'none' && { fileNameAt: name }),
    toWire(ours) {
      const wire = codec.toWire(ours)
      const file = isObject(ours) ? ours.file : undefined
      if (!isObject(wire) || !(file instanceof Uint8Array)) return wire
      const whole = asText(wire) as JsonObject
      if (place) putAt(whole, place, guessFileName(file))
      return whole
    },
    fromWire: (wire, unknown) => codec.fromWire(place ? withoutPlace(wire, place) : wire, unknown),
    schemaToWire(schema) {
      const { properties, ...rest } = schema as TSchema & { properties: Record<string, TSchema> }
      const own = { ...properties, file: TEXT_FILE }
      const written = codec.schemaToWire({ ...rest, properties: own } as unknown as TSchema)
      return place ? withSchemaAt(written, place, NAME) : written
    },
  }
}

const TEXT_FILE = {
  type: 'string',
  contentEncoding: 'base64',
  format: 'byte',
  description: 'A CSV or XLSX file, as base64.',
  'x-overridden': true,
} as unknown as TSchema
const NAME = {
  type: 'string',
  description: 'What the file is called: it ends in .csv or .xlsx.',
  'x-overridden': true,
} as unknown as TSchema

/** What a file is called that has no name. */
export function guessFileName(file: Uint8Array): string {
  return isWorkbook(file) ? 'upload.xlsx' : 'upload.csv'
}

/** A workbook is a zip archive, and those start with `PK`. */
export const isWorkbook = (file: Uint8Array) => file[0] === 0x50 && file[1] === 0x4b

/** A body with what its file is called, where a codec has a place for that. */
export function withFileName(wire: unknown, { fileNameAt }: Pick<Codec, 'fileNameAt'>, fileName: string): unknown {
  const steps = fileNameAt === undefined ? undefined : parsePlace(fileNameAt)?.steps
  if (!steps || !isObject(wire)) return wire
  const named = { ...wire }
  putAt(named, steps, fileName)
  return named
}

/** A body with its bytes as base64, wherever they are in it. */
function asText(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.length).toString('base64')
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, asText(each)]))
}
