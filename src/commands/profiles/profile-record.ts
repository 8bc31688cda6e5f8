import type { Profile, Profiles } from '../../config/profiles.js'
import { DEFAULT_BASE_URL, DEFAULT_PREFIX } from '../../config/settings.js'
import { shownUrl } from '../../config/shown-url.js'
import { parseApiKey } from '../../contract/api-key.js'

/** A profile as it is shown: the key by its identifier and environment, never itself. */
export function profileRecord({ current }: Profiles, name: string, profile: Profile) {
  const key = profile.api_key === undefined ? undefined : parseApiKey(profile.api_key)
  return {
    name,
    current: name === current,
    base_url: shownUrl(profile.base_url ?? DEFAULT_BASE_URL),
    api_prefix: profile.api_prefix ?? DEFAULT_PREFIX,
    has_key: profile.api_key !== undefined,
    key_id: key?.id ?? null,
    environment: key?.environment ?? null,
    ...(profile.facts === undefined ? {} : { facts: profile.facts }),
  }
}
