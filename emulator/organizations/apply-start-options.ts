import { formatApiKey, parseApiKey } from '../../src/contract/api-key.js'
import { formatTime } from '../../src/contract/times.js'
import { INITIAL_KEYS, wellKnownKey } from '../../src/contract/well-known-keys.js'
import { type EmulatorOptions, invalidOption } from '../core/options.js'
import type { Organization } from '../core/organization.js'
import { randomnessOf } from '../core/randomness-of.js'
import type { Backend, OrganizationSummary } from '../core/service.js'
import { hashSecret } from '../rules/api-keys.js'
import { timeOf } from '../rules/clock.js'
import { type Change, put, set } from '../state/change.js'
import type { Clock } from '../state/state.js'
import { type KeyTable, keyTable, randomKey } from './create-organization.js'

/**
 * Applies the options of a start to the organisations that are there already, so that none is ignored (fidelity A1). A clock goes
 * forward only, and a seed is for new data: both are refused then, before anything is changed.
 * @returns the keys by which `randomKeys` replaced published ones, by organisation; those that were not published any more are undefined.
 */
export async function applyToExisting(
  service: Backend,
  { clock, rateLimits, randomKeys, seed }: EmulatorOptions,
): Promise<Record<string, KeyTable>> {
  const { organizations } = service
  if (seed !== undefined) {
    throw invalidOption(
      'seed is only for new data, and the data directory already has organisations',
      'Add the seed with `control.seedOrganization()`, or choose another directory.',
    )
  }
  const now = service.clock.now()
  const newKeys: Record<string, KeyTable> = {}
  const asked = [clock, rateLimits, randomKeys].some((option) => option !== undefined)
  const summaries = asked ? organizations.ids().map((id) => organizations.summary(id)) : []
  const clocks = summaries.map((summary) => clock && clockFor(summary, clock, now))
  for (const [index, { id, organization: record }] of summaries.entries()) {
    const changes: Change[] = []
    if (clocks[index]) changes.push(set('clock', clocks[index]))
    if (rateLimits !== undefined && rateLimits !== record.rateLimits) {
      changes.push(set('organization', { ...record, rateLimits }))
    }
    if (changes.length === 0 && !randomKeys) continue
    const organization = (await organizations.find(id))!
    const keys = randomKeys ? replacePublished(organization, service) : undefined
    changes.push(...(keys?.changes ?? []))
    if (keys?.changes.length) newKeys[id] = keyTable(keys.texts)
    if (changes.length === 0) continue
    const at = timeOf(organization.store.state.clock, now)
    await organization.store.commit({ at, operation: 'start', summary: 'applied start options', changes }).durable
  }
  return newKeys
}

/** The clock a start asks for; undefined if it is that clock already, or was when the organisation was made. */
function clockFor(
  { id, clock, organization: record }: OrganizationSummary,
  asked: NonNullable<EmulatorOptions['clock']>,
  now: number,
): Clock | undefined {
  const at = timeOf(clock, now)
  if (asked.mode === 'real') return clock.mode === 'real' ? undefined : { mode: 'real', offsetMs: at - now }
  const { bornClock } = record
  const asInitial = bornClock.mode === 'frozen' && bornClock.now === asked.now
  if (clock.mode === 'frozen' && (asInitial || clock.now === asked.now)) return undefined
  if (asInitial) return { mode: 'frozen', now: at }
  if (asked.now >= at) return { mode: 'frozen', now: asked.now }
  throw invalidOption(
    `clock must not be before ${formatTime(at)}, the time of organisation ${id}: clocks never go backward`,
    'Choose a later time, or another data directory.',
  )
}

/** Random keys in the place of those that anybody can know; keys that were rotated before stay what they are. */
function replacePublished(organization: Organization, service: Backend) {
  const changes: Change[] = []
  const texts = INITIAL_KEYS.map(({ environment, scope }) => {
    const { id, secret } = parseApiKey(wellKnownKey(organization.id, environment, scope))!
    const key = organization.store.state.keys[id]
    if (key?.secretHash !== hashSecret(secret)) return undefined
    const fresh = parseApiKey(randomKey(environment, randomnessOf(organization, service)))!
    changes.push(put('keys', id, { ...key, secretHash: hashSecret(fresh.secret) }))
    return formatApiKey({ environment, id, secret: fresh.secret })
  })
  return { changes, texts }
}
