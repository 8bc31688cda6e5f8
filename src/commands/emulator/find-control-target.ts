import { openClient } from '../../cli/client.js'
import type { Factory } from '../../cli/factory.js'
import type { Client } from '../../client/client-types.js'
import { isIdentifier, type NamedRecord, notFoundFailure, requireIdByName } from '../../listings/find-by-name.js'
import { requireSourceByReference } from '../../listings/find-target.js'
import { wrongUsage } from '../../terminal/failure.js'
import { callControl, recordsOf } from './control-commands.js'

/** The identifier of a group of an organisation, given by it or by its exact name; refuses a name there is not. */
export async function requireGroupId(reference: string, org: string | undefined, factory: Factory): Promise<string> {
  if (isIdentifier(reference)) return reference
  const { items } = await callControl(factory, org, 'listGroups')
  const found = items.find(({ name }) => name === reference.trim())
  if (found) return found.feedback_group_id
  const names = items.map(({ name }) => name)
  throw notFoundFailure('group', reference, names, '`inpk emulator tracking list` lists them.')
}

/** The identifier of a source of an organisation, given by it or by its exact name; refuses a name there is not. */
export async function requireSourceId(reference: string, org: string | undefined, factory: Factory): Promise<string> {
  if (isIdentifier(reference)) return reference
  return (await requireSourceByReference(await openOrganizationClient(factory, org), reference)).source.survey_id
}

/** Records of the dashboard that have a name beside their id. */
const NAMED = {
  key: { list: 'listKeys', noun: 'keys', name: 'label' },
  member: { list: 'listMembers', noun: 'members', name: 'name' },
  monitor: { list: 'listMonitors', noun: 'monitors', name: 'name' },
} as const

type NamedKind = keyof typeof NAMED

/** The identifier of a record, given by it or by its exact name; refuses a name there is not, or that several have. */
export async function requireNamedId(
  kind: NamedKind,
  reference: string,
  org: string | undefined,
  factory: Factory,
): Promise<string> {
  if (isIdentifier(reference)) return reference
  const { list, noun, name } = NAMED[kind]
  const records: NamedRecord[] = []
  for await (const record of recordsOf(factory, org, list, {}))
    records.push({ id: String(record.id), name: String(record[name]) })
  return requireIdByName([kind, noun], reference, records, `emulator ${noun} list`)
}

/** The argument of a command about one record that has a name. */
export function namedArgument(kind: NamedKind) {
  return [{ name: kind.toUpperCase(), purpose: `id or ${NAMED[kind].name}`, required: true }] as const
}

/** The path of a record that the first argument names, by its id or its name. */
export function byReference(kind: NamedKind) {
  return async (
    { args, org }: { readonly args: readonly string[]; readonly org?: string | undefined },
    factory: Factory,
  ) => ({ params: { id: await requireNamedId(kind, args[0]!, org, factory) } })
}

/** A client of the service for one organisation of the emulator: with the key in use where it is of that one, else with one of its own. */
async function openOrganizationClient(factory: Factory, org: string | undefined): Promise<Client> {
  if (org === undefined) return factory.client()
  const { keys } = await callControl(factory, org, 'getOrganization')
  if (keys === undefined) {
    throw wrongUsage(
      `the keys of organisation ${org} are known only to whoever created them`,
      'Name it by its id, or use one of its keys without --org.',
    )
  }
  const settings = await factory.settings()
  return openClient(factory, { ...settings, apiKey: { value: keys.test.all, origin: `organisation ${org}` } })
}
