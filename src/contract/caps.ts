import { LIMITS } from './limits.js'

/** How much is kept of something that grows with use, and what happens to the rest. */
export interface Cap {
  readonly most: number
  /** Lower case and plural: it follows the number. */
  readonly what: string
  readonly beyond: string
}

/**
 * Every list, log and file that grows with use; `inpk help caps` prints it. What someone makes and can delete by its name has no
 * cap: organisations, members, keys in use, groups, sources and their items, templates, subscriptions, monitors, reports,
 * connections and faults in force, snapshots, profiles, mappings, and every file that was asked for by its path.
 */
export const CAPS = {
  requests: {
    most: 10_000,
    what: 'requests of an organisation, in memory',
    beyond: 'the oldest are dropped; a restart drops all',
  },
  requestCharacters: {
    most: 64 * 1024 * 1024,
    what: 'characters of their bodies',
    beyond: 'the oldest requests are kept without bodies',
  },
  changes: {
    most: 10_000,
    what: 'changes of an organisation that log, undo and diff reach',
    beyond: 'the oldest are dropped and can no longer be undone',
  },
  deliveries: {
    most: LIMITS.ledgerRows,
    what: 'finished deliveries of an organisation',
    beyond: 'the oldest are dropped, but never pending ones',
  },
  tasks: {
    most: LIMITS.ledgerRows,
    what: 'finished tasks of an organisation',
    beyond: 'the oldest are dropped, but never pending ones',
  },
  keptAnswers: {
    most: LIMITS.ledgerRows,
    what: 'idempotency records of an organisation, for 24 hours',
    beyond: 'the oldest are dropped; their requests would be carried out again',
  },
  invites: {
    most: 10_000,
    what: 'completed invite distributions',
    beyond: 'the oldest are dropped with their recipients and emails; those people count as not yet invited',
  },
  recipients: {
    most: 100_000,
    what: 'recipients of invites',
    beyond: 'the oldest completed distributions are dropped',
  },
  suppressions: {
    most: 100_000,
    what: 'addresses that bounced or complained',
    beyond: 'the oldest can be sent to again',
  },
  revokedKeys: { most: 1_000, what: 'revoked keys', beyond: 'the oldest leave the list' },
  endedConnections: {
    most: 1_000,
    what: 'revoked or expired connections of assistants',
    beyond: 'the oldest leave the list',
  },
  assistants: { most: 1_000, what: 'registered assistants', beyond: 'the oldest without a connection are dropped' },
  signIns: { most: 100, what: 'pending sign-ins of assistants', beyond: 'the oldest are dropped' },
  usedTokens: {
    most: 100,
    what: 'used refresh tokens of a connection',
    beyond: 'the oldest are rejected as unknown, and using them twice revokes nothing',
  },
  producedReports: {
    most: 1_000,
    what: 'reports listed with their report subscription',
    beyond: 'the oldest leave the list',
  },
  spentFaults: { most: 1_000, what: 'used-up faults', beyond: 'the oldest leave the list' },
  firedWork: {
    most: 10_000,
    what: 'entries of `fired` after one advance of a clock',
    beyond: 'the first are left out',
  },
  countedKeys: {
    most: 10_000,
    what: 'keys of an organisation with counted requests, in memory',
    beyond: 'the least recently used start at 0 again',
  },
  countedAddresses: {
    most: 10_000,
    what: 'addresses with counted requests without a key, in memory',
    beyond: 'the least recently seen start at 0 again',
  },
  foundKeys: {
    most: 10_000,
    what: 'keys with a cached organisation',
    beyond: 'others are looked up in all organisations',
  },
  randomSeeds: {
    most: 100,
    what: 'random seeds of an organisation',
    beyond: 'the least recently used starts again',
  },
  streamReaders: {
    most: 100,
    what: 'readers of the event stream of an organisation',
    beyond: 'the oldest stream ends',
  },
  streamEvents: {
    most: 5_000,
    what: 'events waiting for one of them',
    beyond: 'they are replaced by one event that asks to reload everything',
  },
  pacedKeys: {
    most: 1_000,
    what: 'keys paced by one process',
    beyond: 'the least recently used is paced as if it were new',
  },
  hints: { most: 20, what: 'unknown members named in the hints of a response', beyond: 'the others are counted' },
  logBytes: {
    most: 10 * 1024 * 1024,
    what: 'bytes of the log of an emulator in the background',
    beyond: 'it continues in a new file; the previous one is kept as `.1`',
  },
  pushRecords: {
    most: 10_000,
    what: 'records of finished pushes, in the state folder',
    beyond:
      'the oldest are dropped and their files count as never pushed: rows with ids become duplicates, rows without ids are stored again',
  },
  pushNotes: {
    most: 10_000,
    what: 'records of which file was pushed where, in the same folder',
    beyond: 'the oldest are dropped',
  },
  runsOfFile: {
    most: 20,
    what: 'pushes of a growing file that are compared with it',
    beyond: 'the oldest are forgotten',
  },
  movedFiles: {
    most: 10_000,
    what: 'files that `push --watch` moved and looks at again',
    beyond: 'the oldest are ignored',
  },
  heardDeliveries: {
    most: 10_000,
    what: 'deliveries that `webhooks listen` recognises',
    beyond: 'the oldest count as new',
  },
  heardBodies: {
    most: 20,
    what: 'bodies that `webhooks listen` compares a bad signature with',
    beyond: 'the oldest are dropped',
  },
  unprintedDeliveries: {
    most: 1_000,
    what: 'deliveries waiting to be printed',
    beyond: 'their senders wait for the response',
  },
  shownRows: { most: 1_000, what: 'rows of a list in the live view', beyond: 'the oldest are dropped' },
  recordedUses: {
    most: 10_000,
    what: 'keys, hints, deliveries and deleted organisations in the report of `emulator exec`',
    beyond: 'the oldest are left out',
  },
} as const satisfies Record<string, Cap>

export type CapName = keyof typeof CAPS
export type Caps = Readonly<Record<CapName, number>>

/**
 * This many are there at most before the oldest go: some more than are kept, so that not each that comes has to look for them.
 */
export function roomFor(most: number): number {
  return most + Math.min(1_000, Math.ceil(most / 10))
}

/** How much is kept of each, some overridden. */
export function capsWith(others: Partial<Caps> = {}): Caps {
  const usual = Object.entries(CAPS).map(([name, { most }]) => [name, most])
  return { ...(Object.fromEntries(usual) as Caps), ...others }
}
