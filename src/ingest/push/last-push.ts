import type { RowChoice } from '../map/map-table.js'
import type { PushPlan } from '../plan.js'
import { noteName } from './journal/run-identity.js'
import { hasSent, type RunJournal } from './journal/run-journal.js'
import type { RunOptions, RunStart } from './push-run.js'

/** The last push of a path. */
interface LastPush {
  sha256?: string
  run?: string
  shard?: RowChoice['shard']
  /** Where the ids of its items came from. */
  ids?: PushPlan['mapping']['externalId']
}

/** Remembers what this path holds and in which run it is pushed. Resolves to what was remembered of the push before. */
export async function rememberPush(
  plan: PushPlan,
  { journal: store, target }: RunOptions,
  run: string,
): Promise<LastPush> {
  const note = noteName(plan, target)
  const text = await store.read(note)
  const { choice, externalId: ids } = plan.mapping
  const now = JSON.stringify({ sha256: plan.file.sha256, run, shard: choice?.shard, ids } satisfies LastPush)
  if (text !== now) await store.write(note, now)
  return readNote(text)
}

/** How a run starts, compared with the last push of its path. */
export async function kindOf(
  plan: PushPlan,
  { journal: store }: RunOptions,
  { journal, name, known }: { journal: RunJournal; name: string; known: LastPush },
): Promise<RunStart['kind']> {
  if (journal.finished) return 'finished'
  if (journal.resumed) return 'resumed'
  if (journal.run.generation > 0) return 'restarted'
  if (known.sha256 !== undefined && known.sha256 !== plan.file.sha256) return 'changed'
  const shard = plan.mapping.choice?.shard
  const isOtherPart = shard && known.shard && shard.count === known.shard.count && shard.index !== known.shard.index
  const isOther = known.run !== undefined && known.run !== name && !isOtherPart
  return isOther && (await hasSent(store, known.run!)) ? 'reread' : 'new'
}

/** Reads the note of the last push of a path; empty if there is none, or none that can be read. */
function readNote(text = '{}'): LastPush {
  try {
    return JSON.parse(text) as LastPush
  } catch {
    return {}
  }
}
