import type { Factory } from '../../cli/factory.js'
import { isIdentifier, notFound, requireSource } from '../find-target.js'
import { callControl } from './control-commands.js'
import { openOrganizationClient } from './organization-client.js'

/** The identifier of a group of an organisation, given by it or by its exact name; refuses a name there is not. */
export async function requireGroupId(reference: string, org: string | undefined, factory: Factory): Promise<string> {
  if (isIdentifier(reference)) return reference
  const { items } = await callControl(factory, org, 'listGroups')
  const found = items.find(({ name }) => name === reference.trim())
  if (found) return found.feedback_group_id
  const names = items.map(({ name }) => name)
  throw notFound('group', reference, names, '`inpk emulator tracking list` shows them.')
}

/** The identifier of a source of an organisation, given by it or by its exact name; refuses a name there is not. */
export async function requireSourceId(reference: string, org: string | undefined, factory: Factory): Promise<string> {
  if (isIdentifier(reference)) return reference
  return (await requireSource(await openOrganizationClient(factory, org), reference)).source.survey_id
}
