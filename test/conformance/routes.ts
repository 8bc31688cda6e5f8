import { type Method, MOUNTS, type WireWords } from '../../src/contract/operation.js'
import { OPERATION_IDS, rowOf } from '../../src/contract/operations/index.js'
import { type Access, SCOPES, type Scope } from '../../src/contract/scopes.js'

export { MOUNTS }
export type Words = WireWords
export type ScopeName = Scope
export const SCOPE_NAMES = SCOPES

/** A way to reach an operation; test/contract/operations.test.ts holds them against the rules of the interface. */
export interface RouteRow {
  operation: string
  method: Method
  path: string
  words: Words
  scopes: Access
  mounts: readonly string[]
  success: readonly number[]
}

export const ROUTES: readonly RouteRow[] = OPERATION_IDS.flatMap((id) =>
  rowOf(id).routes.map(({ method, path, words, access, mounts = MOUNTS }) => ({
    ...{ operation: id, method, path, words, scopes: access, mounts, success: rowOf(id).statuses },
  })),
)

/** One row for each address a row answers at. */
export const ADDRESSES = ROUTES.flatMap((row) =>
  row.mounts.map((mount) => ({ ...row, mount, address: mount + row.path })),
)
export type Address = (typeof ADDRESSES)[number]

/** The address an absolute path (no query) belongs to, path parameters filled in. */
export function findAddress(method: string, path: string): Address | undefined {
  return ADDRESSES.find((row) => row.method === method && patternOf(row.address).test(path))
}

/** The row's address with a value for each `{name}` in it. */
export function fillAddress(row: Address, value = '1'): string {
  return row.address.replace(/\{[a-z_]+\}/g, value)
}

function patternOf(address: string): RegExp {
  return new RegExp(`^${address.replace(/[.]/g, '\\.').replace(/\{[a-z_]+\}/g, '[^/]+')}$`)
}
