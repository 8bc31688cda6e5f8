import type { JsonObject } from '../../base/is-object.js'
import type { Steps } from './schema-path.js'

/** Where a fact was learned from. */
export interface Evidence {
  from: string
  what?: string
  times?: number
  /** When it was last seen. */
  at?: string
}

/** A fact that replaces an assumption. One without evidence was written by a person. */
export type Fact = JsonObject & { evidence?: readonly Evidence[] }

/** Facts by the ids of their assumptions. */
export type Facts = Readonly<Record<string, Fact>>

/** Why a fact is invalid. */
export interface FactFault {
  id: string
  /** Where in the fact, such as `names.survey_id`; empty for the whole of it. */
  path: string
  message: string
}

/** Where members of an operation stand. */
export type Slot = 'query' | 'body' | 'result'
export const SLOTS: readonly Slot[] = ['query', 'body', 'result']

/** The fact without its evidence. */
export function withoutEvidence({ evidence: _, ...fact }: Fact): JsonObject {
  return fact
}

/** A path in our schema as facts write it: `questions[].question_id`. */
export function pathText(steps: Steps): string {
  return steps.join('.').replaceAll('.[]', '[]')
}
