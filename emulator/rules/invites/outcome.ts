/** What happens to a mail; the address is suppressed if it was no good. */
export interface MailOutcome {
  status: 'delivered' | 'bounced' | 'complained'
  reason: string | null
  kind?: 'bounce' | 'complaint'
}

/**
 * The outcome a recipient's address asks for: local parts that start with `bounce` or `complaint` act so, all others are
 * delivered.
 */
export function outcomeOf(email: string): MailOutcome {
  const local = email.toLowerCase()
  if (local.startsWith('bounce')) {
    return { status: 'bounced', kind: 'bounce', reason: '550 5.1.1 the mailbox does not exist (simulated)' }
  }
  if (local.startsWith('complaint')) {
    return { status: 'complained', kind: 'complaint', reason: 'marked as spam by its reader (simulated)' }
  }
  return { status: 'delivered', reason: null }
}
