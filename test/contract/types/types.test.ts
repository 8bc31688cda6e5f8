import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, expectTypeOf, test } from 'vitest'
import { PAGES } from '../../../src/contract/control/control-row.js'
import * as control from '../../../src/contract/control/descriptions.js'
import {
  CONTROL_IDS,
  type CONTROL_OPERATIONS,
  CONTROL_PREFIX,
  type ControlId,
  controlRowOf,
} from '../../../src/contract/control/index.js'
import { BODY_ERRORS, COMMON_ERRORS, type Operation } from '../../../src/contract/operation.js'
import * as service from '../../../src/contract/operations/descriptions.js'
import { OPERATION_IDS, type OPERATIONS, type OperationId, rowOf } from '../../../src/contract/operations/index.js'
import { type StaticOf, type TSchema, Type } from '../../../src/contract/schema.js'
import type { ControlTypes } from '../../../src/contract/types/control/index.js'
import type { ServiceTypes } from '../../../src/contract/types/service/index.js'
import { sentence } from './type-text.js'
import { type TypedTable, writeTypes } from './write-types.js'

const FOLDER = join(import.meta.dirname, '../../../src/contract/types')

const { files, undescribed } = writeTypes([serviceTable(), controlTable()])

test('the types of the library are those of the tables of operations', async () => {
  mkdirSync(FOLDER, { recursive: true })
  for (const [path, text] of files) await expect(text).toMatchFileSnapshot(join(FOLDER, path))
  const there = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'))
  expect(there.sort()).toEqual([...files.keys()].sort())
})

test('every member and every part of a path is described', () => {
  expect(undescribed).toEqual([])
})

test('every description is used', () => {
  const text = [...files.values()]
    .join('\n')
    .replace(/\n \*|\s+\*? ?/g, ' ')
    .replace(/\s+/g, ' ')
  const texts = [service.MEMBERS, service.PARAMETERS, control.MEMBERS, control.PARAMETERS].flatMap(Object.values)
  expect(texts.filter((each: string) => !text.includes(each))).toEqual([])
})

function serviceTable(): TypedTable {
  return {
    title: 'Service',
    descriptions: service.MEMBERS,
    parameters: service.PARAMETERS,
    shared: [],
    rows: OPERATION_IDS.map(rowOf).map((row) => ({
      ...row,
      noun: row.noun === 'mcp' ? 'description' : row.noun,
      doc: serviceDoc(row),
      path: row.routes[0].path,
      ownParameters: [],
      isEmpty: false,
    })),
  }
}

function serviceDoc(row: Operation): string {
  const [{ method, path, access }] = row.routes
  const scope =
    access === 'open'
      ? 'needs no key'
      : access === 'any'
        ? 'any key'
        : `keys of scope ${listed(
            access.map((each) => `\`${each}\``),
            'or',
          )}`
  const usual = new Set<string>([...COMMON_ERRORS, ...BODY_ERRORS])
  const own = row.errors.filter((code) => !usual.has(code)).map((code) => `\`${code}\``)
  return [
    sentence(row.summary),
    `\`${method} ${path}\`, ${scope}.`,
    row.emits
      ? `Emits ${listed(
          row.emits.map((event) => `\`${event}\``),
          'and',
        )}.`
      : undefined,
    own.length > 0 ? `In addition to the common errors: \`ServiceError\` with code ${listed(own, 'or')}.` : undefined,
  ]
    .filter((line) => line !== undefined)
    .join('\n\n')
}

function listed(words: readonly string[], link: string): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${link} ${words.at(-1)}`
}

function controlTable(): TypedTable {
  const rows = CONTROL_IDS.map(controlRowOf)
  const records = rows.filter(({ id, media }) => id.startsWith('get') && media === undefined)
  return {
    title: 'Control',
    hasLists: true,
    descriptions: control.MEMBERS,
    parameters: control.PARAMETERS,
    shared: [
      ['PageQuery', 'emulator', Type.Object(PAGES, { additionalProperties: false })],
      ['PageInformation', 'emulator', pagination()],
      ...records.map(({ id, noun, result }) => [`${id.slice(3)}Record`, noun, result] as const),
    ],
    rows: rows.map((row) => ({
      ...row,
      doc: `${sentence(row.summary)}\n\n\`${row.method} ${CONTROL_PREFIX}${row.path}\``,
      ownParameters: ['org_id'],
      isEmpty: row.status === 204,
    })),
  }
}

function pagination(): TSchema {
  return (controlRowOf('listKeys').result as unknown as { properties: { pagination: TSchema } }).properties.pagination
}

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
type Slots = 'query' | 'body' | 'result'
type SameSlots<Row, Types extends Record<Slots, unknown>> = {
  [Slot in Slots]: Same<Row extends Record<Slot, infer S> ? StaticOf<S> : undefined, Types[Slot]>
}
type AllTrue = Record<Slots, true>

test('the compiler takes the types for those that follow from the schemas', () => {
  type Service = { [Id in OperationId]: SameSlots<(typeof OPERATIONS)[Id], ServiceTypes[Id]> }
  type Control = { [Id in ControlId]: SameSlots<(typeof CONTROL_OPERATIONS)[Id], ControlTypes[Id]> }
  // What these say is not described: any object, which the schema builder has as `{}`.
  type Undescribed = 'getOpenapi' | 'mcp'
  expectTypeOf<Omit<Service, Undescribed>>().toExtend<Record<Exclude<OperationId, Undescribed>, AllTrue>>()
  expectTypeOf<Control>().toExtend<Record<ControlId, AllTrue>>()
})
