import type { ReactNode } from 'react'

export type Tone = 'good' | 'warn' | 'bad' | 'calm' | 'plain'

/** A short word about a state. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <bdi className={`badge ${tone}`}>{children}</bdi>
}

/** An HTTP status. */
export function Status({ status }: { status: number | null }) {
  if (status === null) return <Badge tone="bad">none</Badge>
  return <Badge tone={status < 300 ? 'good' : status < 400 ? 'calm' : status < 500 ? 'warn' : 'bad'}>{status}</Badge>
}

const TONES: Readonly<Record<string, Tone>> = {
  active: 'good',
  delivered: 'good',
  verified: 'good',
  approved: 'good',
  positive: 'good',
  ACCESSIBLE: 'good',
  pending: 'calm',
  requested: 'calm',
  paused: 'warn',
  stopped: 'warn',
  EDITING: 'warn',
  neutral: 'plain',
  exhausted: 'bad',
  deactivated: 'bad',
  revoked: 'bad',
  missing: 'bad',
  negative: 'bad',
}

/** States of sources as people call them; the API has words of its own. */
const WORDS: Readonly<Record<string, string>> = { ACCESSIBLE: 'published', EDITING: 'draft' }

/** A state as people call it. */
export function stateInWords(word: string): string {
  return WORDS[word] ?? word
}

/** A state by its word. */
export function StateBadge({ word }: { word: string }) {
  return <Badge tone={TONES[word] ?? 'plain'}>{stateInWords(word)}</Badge>
}
