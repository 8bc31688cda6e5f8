export const REFUSED = 'connection refused'

/** What went wrong on the way to a host, instead of the words of the system. */
const MEANINGS: readonly (readonly [error: RegExp, meaning: string])[] = [
  [/ECONNREFUSED/, REFUSED],
  [/ENOTFOUND|EAI_AGAIN/, 'host not found'],
  [/ETIMEDOUT|CONNECT_TIMEOUT/, 'connection timed out'],
  [/EHOSTUNREACH|ENETUNREACH/, 'host unreachable'],
  [/ECONNRESET|EPIPE|socket hang up|other side closed/, 'connection closed before a response'],
  [/self[- ]signed|CERT_|unable to verify|ERR_TLS/i, 'certificate not trusted'],
  [/wrong version number|EPROTO/, 'it does not speak TLS on this port'],
]

/** A network error as a person would say it; as it is if it is not one of the usual ones. */
export function readableError(error: string | null): string {
  return MEANINGS.find(([pattern]) => pattern.test(error ?? ''))?.[1] ?? error ?? 'no response'
}
