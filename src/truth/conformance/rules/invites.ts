import { isObject, type JsonObject } from '../../../base/is-object.js'
import { LIMITS } from '../../../contract/limits.js'
import type { Exchange, Probe } from '../probe.js'
import { must, NotLooked, type Rule, refusalRule } from '../rule.js'
import { entries, sourceIds } from '../scenery.js'

interface Template {
  path: string
  variables: string[]
}

/** Sources are asked for their template one by one. */
const MOST_ASKED = 20

async function templateOf(probe: Probe, id: string): Promise<JsonObject | undefined> {
  const { status, payload } = await probe.get(`/sources/${id}/invite-template`)
  return status === 200 && payload.present === true ? payload : undefined
}

/** A source that can send invites; throws `NotLooked` if there is none. */
async function anyTemplate(probe: Probe): Promise<Template> {
  for (const survey_id of (await sourceIds(probe)).slice(0, MOST_ASKED)) {
    const template = await templateOf(probe, survey_id)
    if (!template) continue
    const variables = entries(template.variables).map(({ name }) => String(name))
    return { path: `/sources/${survey_id}/invites`, variables }
  }
  throw new NotLooked('no source has an invite template')
}

/** A dry run for this many recipients, each with values of its own: `conformance-0`, `conformance-1`. */
async function dryRun(probe: Probe, { path, variables }: Template, count: number): Promise<Exchange> {
  const recipients = Array.from({ length: count }, (_, index) => ({
    email: `r${index}@example.com`,
    variables: Object.fromEntries(variables.map((name) => [name, `conformance-${index}.`])),
  }))
  const exchange = await probe.send('POST', path, { body: { recipients, dry_run: true } })
  const { about, status } = exchange
  if (status === 401 || status === 403) throw new NotLooked(`${about}: the key may not do this (${status})`)
  must(status >= 200 && status < 300, `${about} with ${count} recipients: ${status}`)
  return exchange
}

function previewsOf({ payload, about }: Exchange): JsonObject[] {
  const previews = entries(payload.previews)
  must(previews.length > 0, `${about} with dry_run answers without previews`)
  return previews
}

/** Invites by dry runs: nothing is sent unless the service is wrong. */
export const INVITE_RULES: Rule[] = [
  refusalRule('INV-7', async (probe) => {
    const template = await anyTemplate(probe)
    for (const count of [1, LIMITS.recipientsPerCall]) await dryRun(probe, template, count)
  }),
  refusalRule('INV-8', async (probe) => {
    const template = await anyTemplate(probe)
    if (template.variables.length === 0) throw new NotLooked('the template has no variables')
    const shown = previewsOf(await dryRun(probe, template, 2)).map((preview) => JSON.stringify(preview))
    must(shown.length === 2, `${shown.length} previews for 2 recipients`)
    for (const [index, preview] of shown.entries()) {
      must(preview.includes(`conformance-${index}.`), `preview ${index + 1} lacks its own variables`)
      must(!preview.includes(`conformance-${1 - index}.`), `preview ${index + 1} holds those of the other recipient`)
    }
  }),
  refusalRule('INV-9', async (probe) => {
    const template = await anyTemplate(probe)
    const quota = async () => {
      const { payload } = await probe.get(template.path.replace(/invites$/, 'invite-template'))
      return isObject(payload.quota) ? payload.quota.used : undefined
    }
    const before = await quota()
    previewsOf(await dryRun(probe, template, 2))
    must((await quota()) === before, `a dry run used up quota: it was ${before}`)
  }),
]
