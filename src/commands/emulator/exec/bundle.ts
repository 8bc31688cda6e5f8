import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { World } from '../../../cli/world.js'
import type { ControlClient } from '../../../client/control.js'
import { everyDelivery, type Report } from './report.js'

/**
 * Lays down what there is to know of a run that failed, in a folder of its own (0700) in the working folder: requests, deliveries,
 * state, clock, faults of each organisation. No secrets: requests are logged without them, exports are made without them.
 */
export async function writeBundle(
  world: World,
  control: ControlClient,
  report: Report,
  exitCode: number,
): Promise<string> {
  const stamp = new Date(world.now()).toISOString().replaceAll(/[-:]|\.\d+Z$/g, '')
  const name = `inpk-exec-${stamp}`
  const folder = resolve(world.cwd, name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const write = (file: string, value: unknown) =>
    writeFileSync(join(folder, file), `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  write('report.json', { exit_code: exitCode, ...report })
  const { items: organizations } = await control.listOrganizations()
  for (const { keys: _keys, ...organization } of organizations) {
    const own = control.forOrganization(organization.org_id)
    const prefix = organizations.length === 1 ? '' : `org-${organization.org_id}-`
    write(`${prefix}organization.json`, organization)
    write(`${prefix}requests.json`, await everyRequest(own))
    write(`${prefix}deliveries.json`, await everyDelivery(own))
    write(`${prefix}clock.json`, await own.getClock())
    write(`${prefix}faults.json`, (await own.listFaults()).items)
    write(`${prefix}state.json`, await own.exportOrganization())
  }
  return name
}

async function everyRequest(control: ControlClient) {
  const all = []
  for (let cursor: string | undefined, isMore = true; isMore; ) {
    const page = await control.listRequests({ query: { limit: '200', ...(cursor === undefined ? {} : { cursor }) } })
    all.push(...page.items)
    cursor = page.pagination?.next_cursor ?? undefined
    isMore = page.pagination?.has_more === true
  }
  return all
}
