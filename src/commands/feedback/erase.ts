import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { text, texts } from '../../cli/options.js'
import type { Client } from '../../client/client-types.js'
import { UnexpectedResponseError } from '../../client/errors.js'
import { LIMITS } from '../../contract/limits.js'
import type { BodyOf, ResultOf } from '../../contract/operations/index.js'
import { type Result, result } from '../../output/outcome.js'
import { count } from '../../output/show.js'
import { ExplainedError, wrongUsage } from '../../terminal/failure.js'
import { CONFIRM_OPTION, requireConfirmation } from '../confirm.js'
import { requireSourceByReference } from '../find-target.js'
import { type EraseIds, readEraseIds } from './erase-ids.js'
import { requireErased, requireEraseScope } from './erase-scope.js'

const OPTIONS = {
  externalId: texts('--external-id <id>', 'erase what has this external_id'),
  customerId: texts('--customer-id <id>', 'erase what this customer said'),
  from: text(
    '--from <file>',
    'ids from a file, or from stdin with -: an external_id a line, or a CSV with such columns',
  ),
  source: text('--source <source>', 'only in this source (identifier or name)'),
  ...CONFIRM_OPTION,
}

export const COMMAND = command({
  examples: [
    ['feedback erase --customer-id 4711'],
    ['feedback erase --from ids.txt --source "Tickets 2026" --yes'],
    ['feedback erase --external-id T-1 --external-id T-2 --confirm "Acme"', 'with a live key'],
  ],
  options: OPTIONS,
  run: eraseFeedback,
})

type Erased = ResultOf<'eraseFeedback'>

/** In calls of 1,000 ids; in one source only where that is sure to spare the others. Erasing twice does no harm, so after a failure the same command goes on. */
async function eraseFeedback(input: CommandInput<typeof OPTIONS>, factory: Factory): Promise<Result> {
  const ids = await wantedIds(input, factory)
  const client = await factory.client()
  const source = input.source === undefined ? undefined : (await requireSourceByReference(client, input.source)).source
  const name = source?.survey_title ?? (await client.getMe()).org_name ?? ''
  const scope = source && (await requireEraseScope(client, ids, source, factory.screen))
  const what = `Erase the feedback of ${describeIds(ids)} in ${JSON.stringify(name)}`
  await requireConfirmation(factory, { what, name, confirm: input.confirm })
  const done = await eraseAll(client, scope?.ids ?? ids, source?.survey_id)
  if (scope) requireErased(done.erased, scope)
  return result({ ...done, not_found: [...(scope?.notFound ?? []), ...done.not_found] }, erasedView)
}

async function wantedIds(input: CommandInput<typeof OPTIONS>, { environment, screen }: Factory): Promise<EraseIds> {
  const read = input.from === undefined ? undefined : await readEraseIds(environment, input.from)
  if (read && read.unused.length > 0)
    await screen.warn(`${input.from}: only external_id and customer_id count, not ${read.unused.join(', ')}.`)
  const ids = {
    external_ids: [...new Set([...input.externalId, ...(read?.external_ids ?? [])])],
    customer_ids: [...new Set([...input.customerId, ...(read?.customer_ids ?? [])])],
  }
  if (ids.external_ids.length + ids.customer_ids.length > 0) return ids
  throw wrongUsage('nothing is named', 'Give --external-id, --customer-id or --from.')
}

async function eraseAll(client: Client, ids: EraseIds, source: string | undefined): Promise<Erased> {
  const total: Erased = { erased: 0, not_found: [] }
  for (const body of batchesOf(ids)) {
    try {
      const done = await client.eraseFeedback({
        body: { ...body, ...(source === undefined ? {} : { survey_id: source }) },
      })
      total.erased += done.erased
      total.not_found.push(...done.not_found)
    } catch (error) {
      throw new ExplainedError(error, `${whatIsGone(error, total)}; the same command goes on.`)
    }
  }
  return total
}

/** A call that was accepted without a readable answer has erased what it was asked to, and nobody knows how much that was. */
function whatIsGone(error: unknown, { erased }: Erased): string {
  if (!(error instanceof UnexpectedResponseError)) return `${count(erased, 'item')} erased before that`
  return erased === 0 ? 'It is not known how many items were erased' : `${count(erased, 'item')} or more were erased`
}

function* batchesOf({ external_ids, customer_ids }: EraseIds): Generator<NonNullable<BodyOf<'eraseFeedback'>>> {
  const size = LIMITS.eraseIds
  for (let at = 0; at < Math.max(external_ids.length, customer_ids.length); at += size) {
    const external = external_ids.slice(at, at + size)
    const customers = customer_ids.slice(at, at + size)
    yield {
      ...(external.length > 0 ? { external_ids: external } : {}),
      ...(customers.length > 0 ? { customer_ids: customers } : {}),
    }
  }
}

function describeIds({ external_ids, customer_ids }: EraseIds): string {
  const parts = [
    ...(external_ids.length > 0 ? [count(external_ids.length, 'external_id')] : []),
    ...(customer_ids.length > 0 ? [count(customer_ids.length, 'customer_id')] : []),
  ]
  return parts.join(' and ')
}

function erasedView({ erased, not_found }: Erased): string[] {
  const missing = not_found.map(({ external_id, customer_id }) => `  not found: ${external_id ?? customer_id ?? '-'}`)
  return [`Erased ${count(erased, 'item')}; ${not_found.length} not found.`, ...missing]
}
