import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { requestOnWire } from '../../../../emulator/index.js'
import type { Environment } from '../../../cli/environment.js'
import type { ControlClient } from '../../../client/control.js'
import type { Recorder } from './recorder.js'
import { type ExecReport, everyDelivery } from './report.js'

/**
 * Lays down what there is to know of a run that failed, in a folder of its own (0700) in the working folder, or among the temporary
 * ones where nothing can be written there: requests, deliveries, state, clock, faults of each organisation. No secrets: requests
 * are logged without them, exports are made without them. Gives the folder's name.
 */
export async function writeBundle(
  environment: Pick<Environment, 'cwd' | 'now'>,
  control: ControlClient,
  recorder: Recorder,
  report: ExecReport & { exit_code: number },
): Promise<string> {
  const name = makeFolder(environment)
  const write = (file: string, value: unknown) =>
    writeFileSync(join(resolve(environment.cwd, name), file), `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  write('report.json', report)
  if (recorder.deleted.size > 0) write('deleted-organizations.json', deletedOrganizations(recorder))
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

/** What tests did in organisations of their own, which go with their tests. */
function deletedOrganizations({ deleted, log, deliveries }: Recorder) {
  const requests = log?.list() ?? []
  return [...deleted.keys()].map((orgId) => ({
    org_id: orgId,
    requests: requests.filter((entry) => entry.orgId === orgId).map(requestOnWire),
    deliveries: [...deliveries.values()].filter((row) => row.orgId === orgId).map(({ orgId: _, ...rest }) => rest),
  }))
}

/** Runs that end in the same second have folders of their own. */
function makeFolder(environment: Pick<Environment, 'cwd' | 'now'>): string {
  const stamp = new Date(environment.now()).toISOString().replaceAll(/[-:]|\.\d+Z$/g, '')
  for (let number = 1; ; number += 1) {
    const name = `inpk-exec-${stamp}${number === 1 ? '' : `-${number}`}`
    try {
      mkdirSync(resolve(environment.cwd, name), { mode: 0o700 })
      return name
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return mkdtempSync(join(tmpdir(), `${name}-`))
    }
  }
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
