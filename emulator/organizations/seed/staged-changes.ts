import type { ControlId } from '../../../src/contract/control/index.js'
import type { FieldMap } from '../../../src/contract/errors.js'
import type { ControlHandler } from '../../core/control-handler.js'
import type { Decision } from '../../core/decision.js'
import type { Organization } from '../../core/organization.js'
import { randomnessOf } from '../../core/randomness-of.js'
import { Refusal } from '../../core/refusal.js'
import type { Backend } from '../../core/service.js'
import { timeOf } from '../../rules/clock.js'
import { apply } from '../../state/apply.js'
import type { Change } from '../../state/change.js'
import { type IdSource, idSource } from '../../state/ids.js'
import type { State } from '../../state/state.js'
import type { StoredItem } from '../../store/index.js'

/** A copy of the state on which many decisions follow one another before all of them are one record. */
export interface StagedChanges {
  readonly organization: Organization
  readonly service: Backend
  readonly state: State
  readonly ids: IdSource
  readonly changes: Change[]
  readonly items: StoredItem[]
  readonly secrets: Record<string, string>
  /** On the clock of the staged state. */
  now(): number
}

/** Nothing staged yet, on the state as it is. */
export function stageChanges(organization: Organization, service: Backend): StagedChanges {
  const state = structuredClone(organization.store.state)
  return {
    ...{ organization, service, state, ids: idSource(state), changes: [], items: [], secrets: {} },
    now: () => timeOf(state.clock, service.clock.now()),
  }
}

/** Stages facts. */
export function stage(staged: StagedChanges, changes: readonly Change[]): void {
  for (const change of changes) apply(staged.state, change)
  staged.changes.push(...changes)
}

/** Stages what a control operation decides, as if it had been requested, with ids from `ids`. Resolves with its answer. */
export async function stageControl(
  staged: StagedChanges,
  id: ControlId,
  path: string,
  input: { body: unknown; params?: Record<string, string> },
  ids = staged.ids,
): Promise<unknown> {
  const handler = staged.service.controlHandlers[id] as ControlHandler<never>
  if (!('decide' in handler)) throw new Error(`${id} decides nothing, so no seed can hold it`)
  const { organization, state, service } = staged
  const asked = { params: {}, query: {}, ...input }
  const randomness = randomnessOf(organization, service)
  const context = { organization, state, now: staged.now(), ids, service, randomness }
  const decision: Decision<unknown> = await atPathAsync(path, async () => handler.decide(asked as never, context))
  stage(staged, decision.changes ?? [])
  Object.assign(staged.secrets, decision.secrets?.set)
  return decision.answer
}

/** A refusal of `work` names its members below `path`. */
export function atPath<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw below(path, error)
  }
}

async function atPathAsync<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw below(path, error)
  }
}

function below(path: string, error: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  const own = error.details as FieldMap | undefined
  const details = own && Object.keys(own).length > 0 ? own : { '': [error.message] }
  const moved = Object.entries(details).map(([name, texts]) => [name === '' ? path : `${path}.${name}`, texts])
  return new Refusal(error.code, `${path}: ${error.message}`, Object.fromEntries(moved), error.headers)
}
