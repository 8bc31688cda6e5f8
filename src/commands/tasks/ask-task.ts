import { isDeepStrictEqual } from 'node:util'
import { flag } from '../../cli/options.js'
import { findMember } from '../../client/checked-payload.js'
import type { Answer, Client } from '../../client/client-types.js'
import { ServiceError, UnexpectedResponseError, WrongHostError } from '../../client/errors.js'
import { Failure } from '../../terminal/failure.js'
import type { TaskRecord } from './task-view.js'

/** What a task is of; undefined where nothing says it. Few services carry out an erase as one. */
export type TaskKind = 'push' | 'upload' | 'erase' | undefined

/** Options of a command that takes the id of a task. */
export const TASK_KIND_OPTIONS = {
  push: flag('--push', 'the task is of a push'),
  upload: flag('--upload', 'the task is of an upload'),
}

/** What the options say of the task. */
export function kindGiven({ push, upload }: { push: boolean; upload: boolean }): TaskKind {
  if (push) return 'push'
  return upload ? 'upload' : undefined
}

/** A task, and what it is of. */
export interface FoundTask {
  answer: Answer<TaskRecord>
  kind: TaskKind
  /** The operation that knows it. */
  at: 'getTask' | 'getUploadTask'
}

/**
 * Finds a task by its id. A service may keep those of uploads at an address of their own, whether or not facts say so, and count them for
 * themselves: unless the answer leaves no doubt, both addresses are asked.
 * @throws Failure of code TASK_AMBIGUOUS where a push and an upload both have this id and `kind` does not say which is meant, and
 * NOT_FOUND where the task says that it is of the other kind.
 */
export async function findTask(client: Client, id: string, wanted: Wanted): Promise<FoundTask> {
  const found = await ask(client, id, wanted)
  const isOther =
    wanted.kind !== undefined && wanted.kind !== 'erase' && found.kind !== undefined && found.kind !== wanted.kind
  if (isOther) throw otherKind(id, found.kind)
  return found
}

interface Wanted {
  kind: TaskKind
  signal: AbortSignal | undefined
}

async function ask(client: Client, id: string, { kind, signal }: Wanted): Promise<FoundTask> {
  const askAt = async (at: FoundTask['at']): Promise<FoundTask> => {
    const answer = await client.call(at, { params: { task_id: id }, signal })
    return { answer, at, kind: kindIn(answer) }
  }
  const { hasUploadTasks } = await client.contract()
  if (kind === 'push') return askAt('getTask')
  // An address of their own says what they are, whatever they say.
  if (kind === 'upload' && hasUploadTasks) return { ...(await askAt('getUploadTask')), kind }
  const ofUpload = () =>
    askAt('getUploadTask').then(
      // At an address that no fact confirms may be anything.
      (found) => (hasUploadTasks || findMember(found.answer.payload, 'status') !== undefined ? found : undefined),
      (error: unknown) => unlessAbsent(error, hasUploadTasks),
    )
  const one = await askAt('getTask').catch((error: unknown) => {
    if (isNotFound(error)) return error
    throw error
  })
  // No option says that one is of an erase: it was answered with its id, and is where tasks are.
  if (kind === 'erase' && !(one instanceof ServiceError)) return one
  if (one instanceof ServiceError) {
    const other = await ofUpload()
    if (!other) throw one
    return { ...other, kind: kind ?? 'upload' }
  }
  // One address for all tasks, and what is there says which kind it is.
  if (!hasUploadTasks && one.kind !== undefined && one.kind === (kind ?? one.kind)) return one
  const other = await ofUpload()
  // What says at the address of the one kind that it is of the other is one task at both.
  if (!other || isSame(one, other) || one.kind === 'upload' || other.kind === 'push') return one
  if (kind === 'upload') return { ...other, kind }
  throw ambiguous(id)
}

/** Asks again for a task that was found. */
export async function askAgain(
  client: Client,
  id: string,
  { found, signal }: { found: FoundTask; signal: AbortSignal | undefined },
): Promise<FoundTask> {
  return { ...found, answer: await client.call(found.at, { params: { task_id: id }, signal }) }
}

function kindIn({ payload }: Answer<TaskRecord>): TaskKind {
  const kind = findMember(payload, 'kind')
  if (kind === 'upload') return kind
  return kind === 'bulk' ? 'push' : undefined
}

function isNotFound(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.meant === 404
}

/** Throws what does not say that nothing is there; at an address that no fact confirms, every refusal says so. */
function unlessAbsent(error: unknown, isConfirmed: boolean): undefined {
  if (isNotFound(error)) return
  const isRefused = error instanceof ServiceError && !error.retryable
  const isOther = isRefused || error instanceof WrongHostError || error instanceof UnexpectedResponseError
  if (isConfirmed || !isOther) throw error
}

/** Whether both addresses answer with one task: with the same answer, or the same of it under what is known of each. */
function isSame(one: FoundTask, other: FoundTask): boolean {
  const [a, b] = [one, other].map(({ answer: { payload } }) =>
    ['kind', 'status', 'created_at', 'completed_at', 'result'].map((name) => findMember(payload, name)),
  )
  const isAlike = isDeepStrictEqual(one.answer.raw, other.answer.raw) || JSON.stringify(a) === JSON.stringify(b)
  return findMember(one.answer.payload, 'created_at') !== undefined && isAlike
}

function otherKind(id: string, kind: TaskKind): Failure {
  return new Failure({
    exit: 'notFound',
    code: 'NOT_FOUND',
    message: `task ${id} is of ${kind === 'push' ? 'a push, not of an upload' : 'an upload, not of a push'}`,
    hint: `\`inpk tasks show ${id} --${kind}\` shows it.`,
  })
}

function ambiguous(id: string): Failure {
  return new Failure({
    exit: 'usage',
    code: 'TASK_AMBIGUOUS',
    message: `a push and an upload both have a task ${id}`,
    hint: 'Say which one you mean: `--push` or `--upload`.',
  })
}
