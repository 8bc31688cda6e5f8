import { findProxyPasswords } from '../client/proxy.js'

/** The secrets in the environment: never to be said on stderr, whoever repeats them. */
export function ownSecrets(env: Record<string, string | undefined>): string[] {
  const keys = Object.entries(env).flatMap(([name, value]) =>
    /^INPK_(LIVE_)?API_KEY/.test(name) && value ? [value.trim()] : [],
  )
  const ofKeys = keys.map((key) => key.split('_').slice(3).join('_'))
  return [...keys, ...ofKeys, ...findProxyPasswords(env)].filter((secret) => secret.length >= 4)
}
