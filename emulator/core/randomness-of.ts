import { putCapped } from '../../src/base/capped-map.js'
import { type Randomness, seededRandomness } from '../adapters/randomness.js'
import type { Organization } from './organization.js'
import type { Platform } from './service.js'

/** Kept for each seed an organisation had, so that going back to one continues its stream. */
export type Streams = Map<string, Randomness>

/**
 * Where an organisation draws from: a stream of its own where it or the emulator was given a seed, so that neither the order of
 * organisations nor what others do changes what it gets. A stream that starts again, after a restart, is another one: what was
 * drawn before is not drawn again.
 */
export function randomnessOf(
  organization: Organization,
  service: Pick<Platform, 'randomness' | 'settings'>,
  givenSeed = organization.store.state.organization.givenSeed,
) {
  const seed = givenSeed ?? shareOf(organization, service)
  if (seed === undefined) return service.randomness
  const stream = organization.randomStreams.get(String(seed)) ?? seededRandomness(`${seed}:${organization.store.seq}`)
  putCapped(organization.randomStreams, String(seed), stream, organization.caps.randomSeeds)
  return stream
}

/** What the seed of the emulator means for one organisation. */
function shareOf({ id }: Organization, { settings }: Pick<Platform, 'settings'>): string | undefined {
  return settings.randomSeed === undefined ? undefined : `${settings.randomSeed}/${id}`
}

/** A signing secret no one can guess. */
export function newSecret(randomness: Randomness): string {
  return `whsec_${randomness(32).toString('base64url')}`
}
