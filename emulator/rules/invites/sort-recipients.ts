import { addressKey } from '../../../src/contract/email.js'

export type SkipReason = 'already_invited' | 'duplicate_in_request' | 'suppressed'

/** What happened to the recipients of a call, in their order. */
export interface SortedRecipients<R> {
  accepted: R[]
  skipped: { email: string; reason: SkipReason }[]
}

/**
 * Sorts out whom nothing is sent to: named before in the call, suppressed, or invited before, unless `resend` (INV-10, INV-11).
 * `suppressed` and `invited` say it of an address in the form of `addressKey`.
 */
export function sortRecipients<R extends { email: string }>(
  recipients: readonly R[],
  { suppressed, invited, resend }: { suppressed(key: string): boolean; invited(key: string): boolean; resend: boolean },
): SortedRecipients<R> {
  const seen = new Set<string>()
  const sorted: SortedRecipients<R> = { accepted: [], skipped: [] }
  for (const recipient of recipients) {
    const key = addressKey(recipient.email)
    const reason = seen.has(key)
      ? 'duplicate_in_request'
      : suppressed(key)
        ? 'suppressed'
        : invited(key) && !resend
          ? 'already_invited'
          : undefined
    seen.add(key)
    if (reason) sorted.skipped.push({ email: recipient.email, reason })
    else sorted.accepted.push(recipient)
  }
  return sorted
}
