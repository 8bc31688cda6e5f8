import { didYouMean } from '../../base/nearest.js'
import type { Profile, Profiles } from '../../config/profiles.js'
import { Failure, wrongUsage } from '../../terminal/failure.js'

/** A name a profile may have. Refuses any other. */
export function requireProfileName(name: string): string {
  if (/^[A-Za-z0-9][\w.-]{0,63}$/.test(name)) return name
  throw wrongUsage(
    `invalid profile name: ${JSON.stringify(name)}`,
    'Use letters, digits, dots, dashes and underscores.',
  )
}

/** The profile of this name. Refuses an unknown one, with the nearest. */
export function requireProfile({ byName }: Profiles, name: string): Profile {
  const profile = byName[name]
  if (profile) return profile
  throw new Failure({
    exit: 'notFound',
    code: 'NOT_FOUND',
    message: `no profile named "${name}"`,
    hint: [didYouMean(name, Object.keys(byName)), '`inpk profiles list` lists them.'].filter(Boolean).join(' '),
  })
}
