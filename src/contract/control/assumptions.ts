import { Nullable, Type } from '../schema.js'
import { Closed, controlRow, ListOf, PAGES } from './control-row.js'

export const AssumptionRecord = Type.Object({
  id: Type.String(),
  what: Type.String(),
  why: Type.String(),
  overridden: Type.Boolean(),
  /** What an overrides file can say in its place; null: it is conduct, which no value can change. */
  how: Nullable(Type.String()),
  /** What it says. */
  override: Nullable(Type.Unknown()),
  /** What shows how a service decided: `description`, `traffic`, `deliveries`, `probe`, `probe-writes`; empty: only an emulator plays it. */
  settled_by: Type.Array(Type.String()),
})

const listAssumptions = controlRow({
  id: 'listAssumptions',
  noun: 'assumptions',
  summary: 'What the interface leaves open, and what this emulator assumes',
  method: 'GET',
  path: '/assumptions',
  query: Closed(PAGES),
  result: ListOf(AssumptionRecord),
  status: 200,
  perOrganization: false,
})

const getAssumption = controlRow({
  id: 'getAssumption',
  noun: 'assumptions',
  summary: 'One assumption by its id',
  method: 'GET',
  path: '/assumptions/{id}',
  result: AssumptionRecord,
  status: 200,
  perOrganization: false,
})

export const ROWS = { listAssumptions, getAssumption }
