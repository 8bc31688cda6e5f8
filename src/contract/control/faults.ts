import { OPERATION_IDS, type OperationId, rowOf } from '../operations/index.js'
import { Id, Shaped, type Static, Type, Words } from '../schema.js'
import { Closed, controlRow, ListOf, NOTHING, PAGES } from './control-row.js'

/**
 * Faults of API operations. `lost_answer`: the work is carried out, but the response is lost. `limit`: everything in a window of
 * `retry_after` seconds is refused with 429 or 503, from the request that opens it. `wrapped`: the payload comes in `data`.
 * `rotate_key`: the key of the request gets a new secret, so that it is refused with 401, and so is all that comes with it later.
 */
export const API_FAULTS = [
  'status',
  'latency',
  'reset',
  'truncate',
  'html',
  'busy',
  'sync_timeout',
  'unknown_fields',
  'lost_answer',
  'limit',
  'wrapped',
  'unknown_values',
  'slow_task',
  'clock_jump',
  'rotate_key',
] as const

/**
 * Faults of webhook attempts. `duplicate`: the same bytes under the same delivery id twice. `reorder`: first attempts to a
 * subscription wait until `window` of them are there, 30 s at most, and go out the other way round. `delay`: `ms` later on
 * the organisation's clock. `drop`: lost on its way, a failed attempt. `respelled`: the same JSON with other white space and
 * escapes, signed as it is sent. `unknown_event`: an event no version has yet is sent after it.
 */
export const WEBHOOK_FAULTS = ['duplicate', 'reorder', 'delay', 'drop', 'respelled', 'unknown_event'] as const

/** The member each kind cannot do without. */
export const FAULT_NEEDS = {
  status: 'status',
  latency: 'ms',
  truncate: 'bytes',
  reorder: 'window',
  delay: 'ms',
  limit: 'retry_after',
  slow_task: 'ms',
  clock_jump: 'ms',
} as const satisfies Partial<Record<(typeof API_FAULTS | typeof WEBHOOK_FAULTS)[number], string>>

/** The members each kind takes; those that do not stand here take none. */
export const FAULT_TAKES: Partial<Record<(typeof API_FAULTS | typeof WEBHOOK_FAULTS)[number], readonly string[]>> = {
  status: ['status', 'code', 'retry_after', 'body', 'headers'],
  latency: ['ms'],
  truncate: ['bytes'],
  reorder: ['window'],
  delay: ['ms'],
  limit: ['status', 'retry_after'],
  slow_task: ['ms'],
  clock_jump: ['ms'],
}

/** The operations that a kind of fault does anything to; undefined: all of them. */
export function operationsOfFault(kind: string): OperationId[] | undefined {
  const own = OPERATION_IDS.filter((id) => (rowOf(id).faults as readonly string[] | undefined)?.includes(kind))
  return own.length > 0 ? own : undefined
}

/** The longest body that a fault can bring: it is stored again with each hit. */
export const FAULT_BODY_LENGTH = 10_000

/** A path of members of a body: `question.question_id`, `questions[0].content[*].text`. */
export const MEMBER_PATH = /^[^.[\]]+(\[(\d+|\*)\])*(\.[^.[\]]+(\[(\d+|\*)\])*)*$/

/** What a request, or a webhook attempt, must be like for a fault to hit it: all of it. */
export const FaultMatch = Closed({
  path: Type.Optional(Shaped('^[/*]', 'must start with / or *', { maxLength: 500 })),
  key_id: Type.Optional(Id),
  source_id: Type.Optional(Id),
  body: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]), {
      maxProperties: 20,
      description: 'Members of the body and their values, by paths such as `questions[*].question_id`.',
    }),
  ),
})
export type FaultMatch = Static<typeof FaultMatch>

/** `times` hits, the first after `after` requests that would have matched: counted, never random. */
export const FaultSetting = Closed({
  operation: Words([...OPERATION_IDS, '*', 'webhook']),
  kind: Words([...API_FAULTS, ...WEBHOOK_FAULTS]),
  times: Type.Integer({ minimum: 1 }),
  after: Type.Optional(Type.Integer({ minimum: 0 })),
  status: Type.Optional(Type.Integer({ minimum: 200, maximum: 599 })),
  code: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  retry_after: Type.Optional(Type.Integer({ minimum: 1 })),
  /** A day at most: a wait that outlives every caller is a mistake in a file. */
  ms: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400_000 })),
  bytes: Type.Optional(Type.Integer({ minimum: 0 })),
  window: Type.Optional(Type.Integer({ minimum: 2 })),
  match: Type.Optional(FaultMatch),
  headers: Type.Optional(
    Type.Record(Type.String(), Shaped('^[\\x20-\\x7e]*$', 'must be printable ASCII', { maxLength: 1_000 }), {
      maxProperties: 20,
    }),
  ),
  body: Type.Optional(Type.Unknown()),
})
export type FaultSetting = Static<typeof FaultSetting>

export const FaultRecord = Type.Object({
  id: Type.String(),
  ...FaultSetting.properties,
  hits: Type.Integer({ minimum: 0 }),
})
export type FaultRecord = Static<typeof FaultRecord>

const listFaults = controlRow({
  id: 'listFaults',
  noun: 'faults',
  summary: 'The injected faults with their hits',
  method: 'GET',
  path: '/orgs/{org_id}/faults',
  query: Closed(PAGES),
  result: ListOf(FaultRecord),
  status: 200,
  perOrganization: true,
})

const getFault = controlRow({
  id: 'getFault',
  noun: 'faults',
  summary: 'One injected fault with its hits',
  method: 'GET',
  path: '/orgs/{org_id}/faults/{id}',
  result: FaultRecord,
  status: 200,
  perOrganization: true,
})

const createFault = controlRow({
  id: 'createFault',
  noun: 'faults',
  summary: 'Makes an operation or webhooks fail a set number of times',
  method: 'POST',
  path: '/orgs/{org_id}/faults',
  body: FaultSetting,
  result: FaultRecord,
  status: 200,
  perOrganization: true,
})

const deleteFault = controlRow({
  id: 'deleteFault',
  noun: 'faults',
  summary: 'Removes an injected fault',
  method: 'DELETE',
  path: '/orgs/{org_id}/faults/{id}',
  result: NOTHING,
  status: 204,
  perOrganization: true,
})

export const ROWS = { listFaults, getFault, createFault, deleteFault }
