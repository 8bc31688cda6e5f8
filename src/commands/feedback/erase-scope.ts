import { Failure } from '../../cli/failure.js'
import { asSent } from '../../client/checked-payload.js'
import type { Client } from '../../client/client-types.js'
import { UnexpectedResponseError } from '../../client/errors.js'
import type { Row } from '../../output/outcome.js'
import type { SourceRecord } from '../listing.js'
import type { EraseIds } from './erase-ids.js'
import { eachItem } from './filter.js'

/** What to erase so that exactly the wanted items of one source go. */
export interface EraseScope {
  ids: EraseIds
  /** How many items these ids have. */
  items: number
  /** Ids that no item of the source has. */
  notFound: { external_id?: string; customer_id?: string }[]
}

/**
 * The ids that erase what was asked in this source and nothing elsewhere. The interface erases by id alone, and a service may ignore a
 * member that it does not know, so the ids must prove the scope by themselves: each occurs in this source only. A customer who is known
 * to other sources as well is erased by the external_ids of the items here. Refuses where that cannot be done.
 */
export async function requireEraseScope(client: Client, ids: EraseIds, source: SourceRecord): Promise<EraseScope> {
  const isHere = (item: Row) => textOf(item, 'source_id') === source.survey_id
  const scope: EraseScope = { ids: { external_ids: [], customer_ids: [] }, items: 0, notFound: [] }
  const erased = new Set<string>()
  const add = (kind: keyof EraseIds, id: string, items: readonly Row[]) => {
    scope.ids[kind].push(id)
    for (const item of items) erased.add(textOf(item, 'item_id'))
  }

  const narrow = async (customer: string, items: readonly Row[]) => {
    for (const external of new Set(items.map((item) => asSent(item).external_id))) {
      const same = typeof external === 'string' ? await lookUp(client, { external_id: external }) : []
      const isHis = (item: Row) => isHere(item) && asSent(item).customer_id === customer
      if (same.length === 0 || !same.every(isHis)) throw unproven('customer_id', customer, source)
      add('external_ids', String(external), same)
    }
  }

  for (const id of ids.external_ids) {
    const items = await lookUp(client, { external_id: id })
    if (!items.some(isHere)) scope.notFound.push({ external_id: id })
    else if (items.every(isHere)) add('external_ids', id, items)
    else throw unproven('external_id', id, source)
  }
  for (const id of ids.customer_ids) {
    const items = await lookUp(client, { customer_id: id })
    const here = items.filter(isHere)
    if (here.length === 0) scope.notFound.push({ customer_id: id })
    else if (here.length === items.length) add('customer_ids', id, items)
    else await narrow(id, here)
  }
  return { ...scope, ids: { ...scope.ids, external_ids: [...new Set(scope.ids.external_ids)] }, items: erased.size }
}

/** Refuses a result that is not what was found before; the ids alone decided what was erased. */
export function requireErased(erased: number, { items }: EraseScope): void {
  if (erased === items) return
  throw new Failure({
    exit: 'failure',
    code: 'ERASED_OTHERWISE',
    message: `the service erased ${erased} items where ${items} were found in this source`,
    hint: 'Run `inpk feedback list` with the same ids to see what is left.',
  })
}

async function lookUp(client: Client, query: { external_id: string } | { customer_id: string }): Promise<Row[]> {
  const items: Row[] = []
  for await (const item of eachItem(client, query)) items.push(item)
  return items
}

function textOf(item: Row, name: string): string {
  const value = asSent(item)[name]
  if (value === undefined || value === null) {
    throw new UnexpectedResponseError(
      `The response to listFeedback has no \`items[].${name}\``,
      'Without it --source cannot be checked, so nothing was erased. Omit --source to erase in every source.',
    )
  }
  return String(value)
}

function unproven(kind: string, id: string, { survey_id: source }: SourceRecord): Failure {
  return new Failure({
    exit: 'failure',
    code: 'ERASE_SCOPE_UNPROVEN',
    message: `${kind} ${JSON.stringify(id)} also occurs outside source ${source}, and the service may erase it there too`,
    hint: 'Nothing was erased. Leave the id out, name external_ids that only this source has, or omit --source to erase in every source.',
  })
}
