import type { Settings } from '../../config/settings.js'
import { wrongUsage } from '../../terminal/failure.js'

/** Paths that say themselves if they are mounted. */
const MOUNTED = /^\/(api|_emulator)\//

/**
 * The path of a request from the root of the base URL: `me` and `/me` are short paths under the prefix, `/api/…` stands as it is,
 * and so does a whole URL under the base URL. Refuses any other URL, for the key is sent nowhere else.
 */
export function requestPath(word: string, { baseUrl, prefix }: Pick<Settings, 'baseUrl' | 'prefix'>): string {
  const base = baseUrl.value.replace(/\/+$/, '')
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(word)) {
    if (word.startsWith(`${base}/`)) return word.slice(base.length)
    throw wrongUsage(
      'that URL is not under the base URL: the key is sent nowhere else',
      'Name another service with --base-url.',
    )
  }
  const path = word.startsWith('/') ? word : `/${word}`
  if (MOUNTED.test(path)) return path
  const mount = prefix.value.replace(/\/+$/, '')
  return mount !== '' && base.endsWith(mount) ? path : mount + path
}

/** The path with more members in its query. */
export function withQuery(path: string, members: Readonly<Record<string, unknown>>): string {
  const added = Object.entries(members).map(([name, value]): [string, string] => [name, String(value)])
  if (added.length === 0) return path
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(added)}`
}
