import { getOrAdd } from '../../base/get-or-add.js'
import { isObject } from '../../base/is-object.js'
import { pagingAssumption, statusAssumption } from '../assumptions/overridable.js'
import type { Values } from '../assumptions/values.js'
import { ERRORS, type ErrorCode } from '../errors.js'
import { DELIVERED, type DeliveredName } from '../events.js'
import { InputError } from '../input-error.js'
import type { Operation, WireWords } from '../operation.js'
import { OPERATION_IDS, type OperationId, rowOf } from '../operations/index.js'
import { DEFAULT_DESCRIPTION, type ServiceDescription } from '../service-description.js'
import { toClassic, toRecommended } from '../vocabulary.js'
import { splitSchema } from './body-places.js'
import type { Codec } from './codec.js'
import { type Contract, DEFAULT_CONTRACT } from './contract.js'
import { detailsFromWire, detailsToWire } from './details.js'
import { withEndSchema } from './erase-task.js'
import { type Facts, SLOTS, type Slot } from './facts.js'
import { withDescribedValues } from './limits-in-force.js'
import { ownForm } from './own-forms.js'
import { type Paging, pagingOf } from './paging.js'
import { pageHeaders, pagingSchemas } from './paging-schemas.js'
import { isApart, withRoutes } from './routes.js'
import { eventCodec, eventKey, rowUnder, slotCodec, slotKey, slotsOf } from './slots.js'
import { withFileForm } from './upload-file.js'
import { readValues } from './values.js'
import { withPlaces } from './wire-schema.js'

/** The contract with these facts in force. They were checked before (`checkFacts`). */
export function contractWith(facts: Facts = {}): Contract {
  if (Object.keys(facts).length === 0) return DEFAULT_CONTRACT
  const slots = slotsOf(facts)
  const rows = new Map<OperationId, Operation>()
  const values = readValues(facts)
  const pagings = new Map(OPERATION_IDS.map((id) => [id, pagingUnder(facts, id)]))
  const codecs = new Map<string, Codec | undefined>()
  const kept = (key: string, make: () => Codec | undefined) => {
    if (!codecs.has(key)) codecs.set(key, make())
    return codecs.get(key)
  }
  const contract: Omit<Contract, 'description'> = {
    facts,
    rowOf: (id) => getOrAdd(rows, id, () => rowWith(id)),
    codecOf(id, slot, routeWords) {
      const key = slotKey(id, slot)
      const words = wordsUnder(values, slot, routeWords)
      return kept(`${key} ${words}`, () => {
        const codec = slotCodec(facts, slots.get(key), { id, slot, words })
        const withForm = ownForm(facts, id, slot)
        return codec && withForm ? withForm(codec, values, facts) : codec
      })
    },
    eventCodec(name) {
      const key = eventKey(name)
      return kept(key, () => eventCodec(DELIVERED[name].data, slots.get(key)))
    },
    refusal: (code, status) => refusalUnder(facts, code, status),
    errorCode: (status, code) => ourCode(facts, status, code),
    errorStatus: (status, code) => ourStatus(facts, status, code),
    pagingOf: (id) => pagings.get(id),
    statusOf: (id, ours, answer) => statusUnder(facts, rowOf(id), ours, answer),
    detailsToWire: (fields) => detailsToWire(values['error-details'], fields),
    detailsFromWire: (details) => detailsFromWire(values['error-details'], details),
    hasUploadTasks: isApart('getUploadTask', facts),
    values,
  }
  return { ...contract, description: describe(contract) }

  function rowWith(id: OperationId): Operation {
    const row = withStatuses(withRoutes(withFileForm(rowOf(id), facts), facts), facts)
    return SLOTS.reduce((whole, slot) => rowUnder(whole, slot, slots.get(slotKey(id, slot))), row)
  }
}

type StatusFact = Readonly<Record<string, number>>

function statusUnder(facts: Facts, { id, otherwise }: Operation, ours: number, answer: unknown): number {
  const fact = facts[statusAssumption(id)] as StatusFact | undefined
  const isOther = otherwise !== undefined && isObject(answer) && answer[otherwise.member] === otherwise.value
  return fact?.[isOther ? otherwise.name : 'success'] ?? ours
}

function withStatuses(row: Operation, facts: Facts): Operation {
  const fact = facts[statusAssumption(row.id)] as StatusFact | undefined
  if (!fact) return row
  const [first, second = first] = row.statuses
  const other = row.otherwise && (fact[row.otherwise.name] ?? second)
  const success = fact.success ?? first
  return { ...row, statuses: other === undefined || other === success ? [success] : [success, other] }
}

function pagingUnder(facts: Facts, id: OperationId): Paging | undefined {
  const fact = facts[pagingAssumption(id)]
  return fact && pagingOf(fact as unknown as Paging)
}

function refusalUnder(
  facts: Facts,
  code: ErrorCode,
  usual: number = ERRORS[code].status,
): { code: string; status: number } {
  const known = facts[`error:${code}`] as { code?: string; status?: number } | undefined
  return { code: known?.code ?? code, status: known?.status ?? usual }
}

/** Of several codes that are one on the wire, the one of that status, and among these the one that is called so itself. */
function ourCode(facts: Facts, status: number, code: string): string {
  const known = (Object.keys(ERRORS) as ErrorCode[]).filter((each) => refusalUnder(facts, each).code === code)
  const fitting = known.filter((each) => refusalUnder(facts, each).status === status)
  const best = fitting.length > 0 ? fitting : known
  return best.find((each) => each === code) ?? best[0] ?? code
}

/** What a status means: by the code beside it, or, if that is not known, if every refusal known to have it means the same. */
function ourStatus(facts: Facts, status: number, code: string): number {
  const all = Object.keys(ERRORS) as ErrorCode[]
  const meant = all.filter((each) => refusalUnder(facts, each).status === status)
  const named = meant.find((each) => refusalUnder(facts, each).code === code)
  if (named) return ERRORS[named].status
  const isKnown = all.some((each) => refusalUnder(facts, each).code === code)
  const statuses = new Set(meant.map((each) => ERRORS[each].status))
  return !isKnown && statuses.size === 1 ? [...statuses][0]! : status
}

/** The words of a slot on routes of these words: answers may be in one vocabulary whatever the route. */
function wordsUnder(values: Values, slot: Slot, words: WireWords): WireWords {
  const { rule } = values['answers-in-route-words']
  return slot !== 'result' || rule === 'route' ? words : rule
}

function inOtherWords(id: OperationId, answer: unknown, words: WireWords): unknown {
  const { result } = rowOf(id)
  return words === 'classic' ? toClassic(result, answer) : toRecommended(result, answer)
}

function describe(contract: Omit<Contract, 'description'>): ServiceDescription {
  return {
    rowOf: contract.rowOf,
    inWords: (plain, words) => {
      const row = withDescribedValues(plain, contract)
      const { result } = DEFAULT_DESCRIPTION.inWords(row, wordsUnder(contract.values, 'result', words))
      const worded = { ...DEFAULT_DESCRIPTION.inWords(row, words), result }
      return SLOTS.reduce<Operation>((whole, slot) => withWireSlot(whole, slot, words), worded)
    },
    refusal: contract.refusal,
    event: (name, data) => contract.eventCodec(name as DeliveredName)?.schemaToWire(data) ?? data,
    eventExample: (name, data) => contract.eventCodec(name as DeliveredName)?.toWire(data) ?? data,
    pageHeaders: (id) => pageHeaders(contract.pagingOf(id)),
    deliveryHeader: contract.values['webhook-delivery-id'].header,
    version: contract.values['info-version'].version,
    example: (row, slot, words, value) => {
      const id = row.id as OperationId
      const codec = contract.codecOf(id, slot, words)
      const own = wordsUnder(contract.values, slot, words)
      const worded = own === words ? value : inOtherWords(id, value, own)
      try {
        return codec ? codec.toWire(worded) : worded
      } catch (error) {
        // What was recorded can't be sent to this service, such as a column of another name.
        if (error instanceof InputError) return undefined
        throw error
      }
    },
  }

  function withWireSlot(row: Operation, slot: Slot, words: WireWords): Operation {
    const id = row.id as OperationId
    const codec = contract.codecOf(id, slot, words)
    const ofErase =
      slot === 'result' && row.inPath?.task_id !== undefined
        ? contract.codecOf('eraseFeedback', slot, words)
        : undefined
    if (!row[slot] || !(codec || ofErase?.ofTask)) return row
    const paging = contract.pagingOf(id)
    const own = codec ? codec.schemaToWire(row[slot]) : row[slot]
    const written = ofErase ? withEndSchema(own, ofErase) : own
    // Written as another kind, it is as open as it was.
    const schema = 'x-assumed' in row[slot] ? { ...written, 'x-overridden': true } : written
    const parts = slot === 'body' ? splitSchema(schema) : undefined
    if (parts) return { ...row, query: parts.query, body: parts.body, ...(parts.media && { media: parts.media }) }
    return {
      ...row,
      [slot]:
        paging && slot !== 'body'
          ? withPlaces(schema, pagingSchemas(paging, slot, contract.values['paging-clamp']))
          : schema,
    }
  }
}
