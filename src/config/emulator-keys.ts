import { wellKnownKey } from '../contract/well-known-keys.js'
import type { Environment, Scope } from '../contract/scopes.js'

/** The organisation an emulator has from the start. */
export const DEFAULT_ORGANIZATION = 1

/** A key the default organisation of every emulator is born with, unless it was started with `--random-keys`. */
export function emulatorKey(environment: Environment, scope: Scope, organization = DEFAULT_ORGANIZATION): string {
  return wellKnownKey(organization, environment, scope)
}
