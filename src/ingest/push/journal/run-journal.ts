import type { JournalStore } from '../../ports.js'
import type { PushSummary } from '../summary.js'
import {
  type BatchOutcome,
  decodeRecords,
  type EarlierPart,
  encodePushRecord,
  type PushRecord,
  type RunRecord,
  type SentRecord,
} from './records.js'
import { runIdOf } from './run-identity.js'

/** What is known of a batch: planned if nothing is. */
export interface BatchState {
  /** The intent that was last written and not refused since. */
  sent?: SentRecord
  taskId?: string
  /** Acknowledged. */
  outcome?: BatchOutcome
}

/** The memory of a run: batches by label, and what is written for each step. */
export interface RunJournal {
  readonly run: RunRecord
  readonly resumed: boolean
  readonly finished: PushSummary | undefined
  find(label: string): BatchState
  /** Batches that were sent and never answered. */
  inDoubt(): SentRecord[]
  doneCount(): number
  /** Resolves once the record is written, and but for answers on the disk. */
  write(record: Exclude<PushRecord, RunRecord>): Promise<void>
}

export interface RunStartRecord {
  name: string
  file: RunRecord['file']
  now: number
  restart: boolean
  /** What an earlier run has sent of the file: the run starts with it as its own. */
  before?: { records: readonly PushRecord[]; earlier: EarlierPart[] } | undefined
}

/** Opens the journal of a run, or starts it. With `restart` a new generation starts, under new keys. */
export async function openRunJournal(
  store: JournalStore,
  { name, file, now, restart, before }: RunStartRecord,
): Promise<RunJournal> {
  const path = `${name}.jsonl`
  const text = await store.read(path)
  const old = restart ? headerOf(text) : text === undefined ? [] : decodeRecords(text)
  const first = old[0]?.type === 'run' ? old[0] : undefined
  const goesOn = first !== undefined && !restart && !before
  // Without a header to count on from, the clock is a generation that was not used before.
  const generation = !restart || text === undefined ? 0 : first ? first.generation + 1 : now
  const run: RunRecord = goesOn
    ? first
    : {
        ...{ type: 'run', version: 1, runId: runIdOf(name, generation), generation, file, startedAt: now },
        ...(before ? { earlier: before.earlier } : {}),
      }
  const records = goesOn ? old : [run, ...(before?.records ?? [])]
  // Written whole also when resumed: a torn last line must not stay before what is appended.
  await store.write(path, records.map(encodePushRecord).join(''))
  return createJournal(store, path, run, records)
}

/** Whether a run of this name has sent anything; its records are not decoded, for a damaged journal concerns that run alone. */
export async function hasSent(store: JournalStore, name: string): Promise<boolean> {
  const [, ...sent] = ((await store.read(`${name}.jsonl`)) ?? '').trimEnd().split('\n')
  return sent.length > 0
}

/** When each row was first read, which bounds its dates: a row that is read again must become the same item. */
export function rowClock({
  earlier = [],
  startedAt,
}: Pick<RunRecord, 'earlier' | 'startedAt'>): (row: number) => number {
  return (row) => earlier.find(({ through }) => row <= through)?.startedAt ?? startedAt
}

/** The rows after which a batch ends, for the file ended there once; undefined if it never grew. */
export function cutsOf(earlier: readonly EarlierPart[] | undefined): ReadonlySet<number> | undefined {
  return earlier && new Set(earlier.map(({ through }) => through))
}

function createJournal(store: JournalStore, path: string, run: RunRecord, records: PushRecord[]): RunJournal {
  const states = new Map<string, BatchState>()
  let finished: PushSummary | undefined
  const apply = (record: PushRecord) => {
    if (record.type === 'end') finished = record.summary
    else if (record.type !== 'run') states.set(record.label, nextState(states.get(record.label) ?? {}, record))
  }
  for (const record of records) apply(record)
  const list = () => [...states.values()]
  return {
    run,
    resumed: records.length > 1,
    finished,
    find: (label) => states.get(label) ?? {},
    inDoubt: () => list().flatMap(({ sent, outcome }) => (sent && !outcome ? [sent] : [])),
    doneCount: () => list().filter(({ outcome }) => outcome).length,
    async write(record) {
      // An answer that a power cut takes back is asked for again under the same key; only intents must be there before what follows.
      await store.append(path, encodePushRecord(record), record.type !== 'done')
      apply(record)
    },
  }
}

function nextState(state: BatchState, record: Exclude<PushRecord, RunRecord | { type: 'end' }>): BatchState {
  if (record.type === 'sent') return { sent: record }
  if (record.type === 'task') return { ...state, taskId: record.taskId }
  // All that is asked of a batch that is done, and there are thousands.
  if (record.type === 'done') return { outcome: record.outcome }
  return {}
}

/** The first record alone, for a restart of a run whose journal may be damaged further on. */
function headerOf(text: string | undefined): PushRecord[] {
  if (text === undefined) return []
  return decodeRecords(text.slice(0, text.indexOf('\n') + 1))
}
