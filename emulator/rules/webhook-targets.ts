import { isLoopback } from '../../src/contract/base-url.js'

/**
 * What is wrong with the target of a subscription, before any name is resolved; undefined when it may be stored (SUB-1).
 * `local: true` admits http on a loopback host, `allowPrivate` http anywhere (contract.md section 8).
 */
export function findTargetFault(text: string, allow: { local: boolean; allowPrivate: boolean }): string | undefined {
  const url = URL.parse?.(text) ?? parse(text)
  if (!url) return 'must be an absolute URL'
  if (url.username !== '' || url.password !== '') return 'must not carry a user name or password'
  if (url.protocol === 'https:') return undefined
  if (url.protocol !== 'http:') return 'must start with https://'
  if (allow.allowPrivate || (allow.local && isLoopback(url.hostname))) return undefined
  return allow.local
    ? 'may be http:// only on a loopback host'
    : 'must be https:// (or http:// on loopback, with local: true)'
}

function parse(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
