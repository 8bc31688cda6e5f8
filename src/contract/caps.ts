import { LIMITS } from './limits.js'

/** How much is kept of something that grows with use, and what happens to the rest. */
export interface Cap {
  readonly most: number
  /** Begins in the plural: it follows the number. */
  readonly what: string
  readonly beyond: string
}

/**
 * Every list, log and file that grows with use; `inpk help caps` prints it. What somebody makes and can delete by its name has no
 * cap: organisations, members, keys in use, groups, sources and their items, templates, subscriptions, monitors, reports,
 * connections and faults in force, snapshots, profiles, mappings, and every file that was asked for by its path.
 */
export const CAPS = {
  requests: {
    most: 10_000,
    what: 'requests of an organisation, in memory',
    beyond: 'the oldest go; a restart forgets them all',
  },
  requestCharacters: {
    most: 64 * 1024 * 1024,
    what: 'characters of their bodies',
    beyond: 'the oldest requests stay without bodies',
  },
  changes: {
    most: 10_000,
    what: 'changes of an organisation that log, undo and diff reach',
    beyond: 'the oldest go, with what was kept on the disk to undo them',
  },
  deliveries: {
    most: LIMITS.ledgerRows,
    what: 'deliveries of an organisation that are over',
    beyond: 'the oldest go; what is due never does',
  },
  tasks: {
    most: LIMITS.ledgerRows,
    what: 'tasks of an organisation that are over',
    beyond: 'the oldest go; what is due never does',
  },
  keptAnswers: {
    most: LIMITS.ledgerRows,
    what: 'answers kept for an Idempotency-Key, for 24 hours',
    beyond: 'the oldest go; their requests would be carried out again',
  },
  invites: {
    most: 10_000,
    what: 'distributions of invites that are completed',
    beyond: 'the oldest go with their recipients and mails; whom they invited counts as never invited',
  },
  recipients: { most: 100_000, what: 'recipients of invites', beyond: 'the oldest completed distributions go' },
  suppressions: {
    most: 100_000,
    what: 'addresses that bounced or complained',
    beyond: 'the oldest may be sent to again',
  },
  revokedKeys: { most: 1_000, what: 'keys that were revoked', beyond: 'the oldest leave the list' },
  endedConnections: {
    most: 1_000,
    what: 'connections of assistants that were revoked or ran out',
    beyond: 'the oldest leave the list',
  },
  assistants: { most: 1_000, what: 'registered assistants', beyond: 'the oldest without a connection go' },
  signIns: { most: 100, what: 'sign-ins of assistants that wait', beyond: 'the oldest are unknown' },
  usedTokens: {
    most: 100,
    what: 'used refresh tokens of a connection',
    beyond: 'the oldest are refused as unknown, and a second use of them ends nothing',
  },
  producedReports: {
    most: 1_000,
    what: 'reports listed with their report subscription',
    beyond: 'the oldest leave the list',
  },
  spentFaults: { most: 1_000, what: 'faults that struck as often as they should', beyond: 'the oldest leave the list' },
  firedWork: {
    most: 10_000,
    what: 'entries of `fired` after one advance of a clock',
    beyond: 'the first are not told',
  },
  countedKeys: {
    most: 10_000,
    what: 'keys of an organisation whose requests are counted, in memory',
    beyond: 'those used longest ago begin at 0',
  },
  countedAddresses: {
    most: 10_000,
    what: 'addresses whose requests without a key are counted, in memory',
    beyond: 'those seen longest ago begin at 0',
  },
  foundKeys: {
    most: 10_000,
    what: 'keys whose organisation is known at once',
    beyond: 'the others are looked for in all organisations',
  },
  randomSeeds: {
    most: 100,
    what: 'random seeds an organisation had',
    beyond: 'the one that was drawn from longest ago begins anew',
  },
  streamReaders: {
    most: 100,
    what: 'readers of the event stream of an organisation',
    beyond: 'the stream of the oldest ends',
  },
  streamEvents: {
    most: 5_000,
    what: 'events that wait for one of them',
    beyond: 'one that says to read everything anew takes the place of all',
  },
  pacedKeys: {
    most: 1_000,
    what: 'keys whose requests a process paces',
    beyond: 'the one used longest ago is paced as if it were new',
  },
  hints: { most: 20, what: 'unknown members named in the hints of an answer', beyond: 'the others are counted' },
  logBytes: {
    most: 10 * 1024 * 1024,
    what: 'bytes of the log of an emulator in the background',
    beyond: 'it goes on in an empty file; the one before is kept beside it as `.1`',
  },
  pushRecords: {
    most: 10_000,
    what: 'records of finished pushes, in the folder of states',
    beyond:
      'the oldest go, and their files count as never pushed: rows with ids are duplicates then, rows without are stored again',
  },
  pushNotes: {
    most: 10_000,
    what: 'notes on which file was pushed where, in the same folder',
    beyond: 'the oldest go',
  },
  runsOfFile: {
    most: 20,
    what: 'pushes of a growing file that are compared with it',
    beyond: 'the oldest are forgotten',
  },
  movedFiles: {
    most: 10_000,
    what: 'files that `push --watch` moved and looks at again',
    beyond: 'the oldest are not looked at',
  },
  heardDeliveries: {
    most: 10_000,
    what: 'deliveries that `webhooks listen` knows again',
    beyond: 'the oldest count as new',
  },
  heardBodies: { most: 20, what: 'bodies it compares a bad signature with', beyond: 'the oldest go' },
  unprintedDeliveries: {
    most: 1_000,
    what: 'deliveries that wait to be printed',
    beyond: 'their senders wait for the answer',
  },
  shownRows: { most: 1_000, what: 'rows of a list in the live view', beyond: 'the oldest go' },
  recordedUses: {
    most: 10_000,
    what: 'keys, hints, deliveries and deleted organisations in the report of `emulator exec`',
    beyond: 'the oldest are left out',
  },
} as const satisfies Record<string, Cap>

export type CapName = keyof typeof CAPS
export type Caps = Readonly<Record<CapName, number>>

/** So many are there at most before the oldest go: some more than are kept, so that not each that comes has to look for them. */
export function roomFor(most: number): number {
  return most + Math.min(1_000, Math.ceil(most / 10))
}

/** How much is kept of each, some overridden. */
export function capsWith(others: Partial<Caps> = {}): Caps {
  const usual = Object.entries(CAPS).map(([name, { most }]) => [name, most])
  return { ...(Object.fromEntries(usual) as Caps), ...others }
}
