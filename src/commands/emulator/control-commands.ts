import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { DATA_OPTION } from '../../cli/find-running.js'
import type { OptionTable } from '../../cli/options.js'
import { warnOfOtherService } from '../../cli/which-service.js'
import type { Argument } from '../../client/client-types.js'
import type { ControlInput } from '../../client/control.js'
import { eachRecord, type RecordPage } from '../../client/each-record.js'
import { type ControlId, type ControlResultOf, controlRowOf } from '../../contract/control/index.js'
import type { Column, ListResult, Result, Row } from '../../output/outcome.js'
import { presented } from '../../output/outcome.js'
import type { Style } from '../../terminal/style.js'
import { type DocumentFile, explainRefusal } from './document-file.js'
import { EMULATOR_OPTIONS } from './emulator-options.js'

type CallId = Exclude<ControlId, 'streamEvents'>
type Asked<S extends OptionTable> = CommandInput<S & typeof EMULATOR_OPTIONS>
type Examples = readonly (readonly [line: string, purpose?: string])[]

/** What an emulator command says of itself, apart from the row of the control table it calls. */
interface Facts<S extends OptionTable> {
  examples: Examples
  options?: S
  groups?: Readonly<Record<string, readonly Extract<keyof S, string>[]>>
  arguments?: Parameters<typeof command>[0]['arguments']
}

type Built<Id extends CallId> = ControlInput<Id> & { file?: DocumentFile }

/** Calls a row of the control table for the organisation a command is about. */
export async function callControl<Id extends CallId>(
  factory: Factory,
  org: string | undefined,
  id: Id,
  ...[input]: Argument<ControlInput<Id>>
): Promise<ControlResultOf<Id>> {
  return callUnchecked(factory, org, id, input)
}

async function callUnchecked<Id extends CallId>(
  factory: Factory,
  org: string | undefined,
  id: Id,
  input: object | undefined,
): Promise<ControlResultOf<Id>> {
  const control = await factory.control(org)
  // What is changed here is not seen by commands that use another service.
  if (controlRowOf(id).method !== 'GET') await warnOfOtherService(factory)
  const call = control[id] as (input: object) => Promise<ControlResultOf<Id>>
  return call({ signal: factory.signal, ...input })
}

/** A command that calls one row and shows the record it answers with; a refusal of what a `file` holds names its lines. */
export function recordCommand<Id extends CallId, S extends OptionTable = Record<never, never>>(
  id: Id,
  facts: Facts<S> & {
    input?(input: Asked<S>, factory: Factory): Built<Id> | Promise<Built<Id>>
    view?(record: ControlResultOf<Id>, style: Style): string[]
    hints?: Result<ControlResultOf<Id>>['hints']
  },
) {
  const { input: build, view, hints, options, ...rest } = facts
  return command({
    ...rest,
    options: { ...(options as S), ...EMULATOR_OPTIONS },
    async run(input: Asked<S>, factory): Promise<Result> {
      const { file, ...asked } = ((await build?.(input, factory)) ?? {}) as Built<Id>
      const record = await callUnchecked(factory, input.org, id, asked).catch((error: unknown) => {
        throw explainRefusal(error, file)
      })
      return presented({ data: record, shown: record, ...(view && { view }), ...(hints && { hints }) })
    },
  })
}

/** A command that calls one row which answers with nothing, and says what was done. */
export function actionCommand<Id extends CallId, S extends OptionTable = Record<never, never>>(
  id: Id,
  facts: Facts<S> & {
    input(input: Asked<S>, factory: Factory): ControlInput<Id> | Promise<ControlInput<Id>>
    done(word: string): string
  },
) {
  const { input: build, done, options, ...rest } = facts
  return command({
    ...rest,
    options: { ...(options as S), ...EMULATOR_OPTIONS },
    async run(input: Asked<S>, factory): Promise<Result> {
      const asked = await build(input, factory)
      await callUnchecked(factory, input.org, id, asked)
      // The id of what was typed by its name.
      const [word = ''] = Object.values<string>((asked as { params?: Record<string, string> }).params ?? {})
      return presented({ data: { id: word, done: true }, shown: word, view: (shown) => [done(shown)] })
    },
  })
}

/** A command that lists what a row answers with, page after page; `ofAll`: of the whole emulator, whatever the organisation. */
export function listCommand<Id extends CallId, S extends OptionTable = Record<never, never>>(
  id: Id,
  facts: Facts<S> & {
    columns: readonly Column[]
    whenEmpty: string
    query?(input: Asked<S>, factory: Factory): object | Promise<object>
    ofAll?: true
  },
) {
  const { columns, whenEmpty, query, options, ofAll, ...rest } = facts
  const which = (ofAll ? DATA_OPTION : EMULATOR_OPTIONS) as typeof EMULATOR_OPTIONS
  return command({
    ...rest,
    options: { ...(options as S), ...which },
    async run(input: Asked<S>, factory): Promise<ListResult> {
      const asked = (await query?.(input, factory)) ?? {}
      return { rows: recordsOf(factory, input.org, id, asked), columns, whenEmpty }
    },
  })
}

/** The records of a list, page after page. */
export function recordsOf(factory: Factory, org: string | undefined, id: CallId, query: object): AsyncGenerator<Row> {
  return eachRecord(
    (page) => callUnchecked(factory, org, id, { query: { ...query, ...page } }) as Promise<RecordPage<Row>>,
  )
}

/** The one argument a command about one record takes. */
export const ID_ARGUMENT = [{ name: 'ID', purpose: 'id, as `list` shows it', required: true }] as const

/** The path of a record named by the first argument. */
export function byId({ args }: { readonly args: readonly string[] }): { params: { id: string } } {
  return { params: { id: args[0]! } }
}
