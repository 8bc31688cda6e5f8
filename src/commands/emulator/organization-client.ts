import { openClient } from '../../cli/client.js'
import type { Factory } from '../../cli/factory.js'
import type { Client } from '../../client/client-types.js'
import { wrongUsage } from '../../terminal/failure.js'
import { callControl } from './control-commands.js'

/** A client of the service for one organisation of the emulator: with the key in use where it is of that one, else with one of its own. */
export async function openOrganizationClient(factory: Factory, org: string | undefined): Promise<Client> {
  if (org === undefined) return factory.client()
  const { keys } = await callControl(factory, org, 'getOrganization')
  if (keys === undefined) {
    throw wrongUsage(
      `the keys of organisation ${org} are known to nobody but who made them`,
      'Name it by its identifier, or use one of its keys without --org.',
    )
  }
  const settings = await factory.settings()
  return openClient(factory, { ...settings, apiKey: { value: keys.test.all, origin: `organisation ${org}` } })
}
