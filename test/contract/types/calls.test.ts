import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { pathParameters } from '../../../src/base/path-template.js'
import { CONTROL_IDS, controlRowOf } from '../../../src/contract/control/index.js'
import { OPERATION_IDS, rowOf } from '../../../src/contract/operations/index.js'
import type { TSchema } from '../../../src/contract/schema.js'
import { rightValues, sourceOf, wrongValues } from './calls.js'

const ROOT = resolve(import.meta.dirname, '../../..')
const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')

interface Callable {
  id: string
  path: string
  query?: TSchema
  body?: TSchema
}

/** The inputs of an operation in which one slot at a time has each of the values. */
function inputsOf({ id, path, query, body }: Callable, own: readonly string[]) {
  const names = pathParameters(path).filter((name) => !own.includes(name))
  const params = names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, 'x']))
  const least = { ...(params ? { params } : {}), ...(body ? { body: rightValues(body)[0] } : {}) }
  const each = (slot: string, values: unknown[]) => values.map((value) => ({ ...least, [slot]: value }))
  const right = [
    least,
    ...each('query', query ? rightValues(query) : []),
    ...each('body', body ? rightValues(body) : []),
  ]
  const wrong = [
    { ...least, no_such_option: 1 },
    ...each('params', params ? [undefined, {}, { nope: 'x' }] : [{ nope: 'x' }]),
    ...each('query', query ? wrongValues(query) : [{ nope: 'x' }]),
    ...each('body', body ? wrongValues(body) : [{}, { nope: 'x' }]),
  ]
  const call = (input: unknown) => `${id}(${sourceOf(input)})`
  return { right: right.map(call), wrong: wrong.map(call) }
}

/** The statements in which the compiler finds an error. */
function refused(statements: readonly string[]): string[] {
  const place = mkdtempSync(join(tmpdir(), 'inpk-calls-'))
  try {
    const head = [
      `import type { Client, ControlClient } from ${JSON.stringify(join(ROOT, 'src/index.js'))}`,
      'declare const client: Client, control: ControlClient',
    ]
    writeFileSync(join(place, 'calls.ts'), [...head, ...statements.map((each) => `void ${each}`)].join('\n'))
    const compilerOptions = { noEmit: true, typeRoots: [join(ROOT, 'node_modules/@types')] }
    const config = { extends: join(ROOT, 'tsconfig.json'), compilerOptions, include: ['calls.ts'], exclude: [] }
    writeFileSync(join(place, 'tsconfig.json'), JSON.stringify(config))
    const { stdout } = spawnSync(process.execPath, [TSC, '-p', place, '--pretty', 'false'], {
      cwd: place,
      encoding: 'utf8',
    })
    const lines = [...stdout.matchAll(/^calls\.ts\((\d+),/gm)].map(([, line]) => Number(line) - head.length - 1)
    expect(stdout.split('\n').filter((line) => /error/.test(line) && !line.startsWith('calls.ts('))).toEqual([])
    return [...new Set(lines)].map((line) => statements[line]!)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

const TABLES = [
  { client: 'client', rows: OPERATION_IDS.map((id) => ({ ...rowOf(id), path: rowOf(id).routes[0].path })), own: [] },
  { client: 'control', rows: CONTROL_IDS.filter((id) => id !== 'streamEvents').map(controlRowOf), own: ['org_id'] },
]

test('the compiler takes what an operation takes, and refuses a member of another kind, unknown or missing', () => {
  const calls = TABLES.flatMap(({ client, rows, own }) =>
    rows
      .map((row) => inputsOf(row as Callable, own))
      .map(({ right, wrong }) => ({
        right: right.map((call) => `${client}.${call}`),
        wrong: wrong.map((call) => `${client}.${call}`),
      })),
  )
  const right = calls.flatMap((each) => each.right)
  const wrong = calls.flatMap((each) => each.wrong)
  const found = new Set(refused([...right, ...wrong]))
  expect(right.filter((each) => found.has(each))).toEqual([])
  expect(wrong.filter((each) => !found.has(each))).toEqual([])
}, 120_000)
