import { ServiceError } from '../../../src/client/errors.js'
import { findItemFaults } from '../../../src/contract/items/check-item.js'
import type { ItemObject } from '../../../src/contract/items/schemas.js'
import type { PushClient } from '../../../src/ingest/index.js'

/** A refusal as the client throws it. */
export class Refusal extends ServiceError {
  constructor(status: number, code: string, details?: unknown) {
    super(code, { status, code, details, retryable: false })
  }
}

export interface Stored extends Partial<ItemObject> {
  text: string
  field: string
}

type PushCall = Parameters<PushClient['pushContent']>[0]
type BulkCall = Parameters<PushClient['pushBulk']>[0]

export interface ServiceModel {
  client: PushClient
  stored: Stored[]
  /** Every push that reached the service: its key and how many items. */
  pushes: { key: string | undefined; items: number }[]
  charged: number
  now: number
}

export interface ServiceFaults {
  /** Called before anything is done; throw to refuse or to lose the request. */
  before?(push: number): void | Promise<void>
  /** Called after everything is done; throw to lose the answer. */
  after?(push: number): void | Promise<void>
  /** Further rules for items, as a service stricter than the contract has. */
  refuseItem?(item: ItemObject): string | undefined
  taskPolls?: number
}

const DAY_MS = 24 * 60 * 60_000

/** The service in a page: items by field, duplicates by external id, kept answers by idempotency key for 24 hours. */
export function createService(faults: ServiceFaults = {}): ServiceModel {
  const answers = new Map<string, { body: string; at: number; answer: unknown }>()
  const tasks = new Map<string, { polls: number; result: unknown }>()
  const ids = new Set<string>()
  const model = { stored: [] as Stored[], pushes: [] as ServiceModel['pushes'], charged: 0, now: 1_750_000_000_000 }

  const faultsOf = (items: readonly unknown[], path: string) =>
    Object.fromEntries(
      items.flatMap((item, index) => {
        const messages = findItemFaults(item, model.now).map(({ message }) => message)
        const extra = faults.refuseItem?.(item as ItemObject)
        const all = extra === undefined ? messages : [...messages, extra]
        return all.length === 0 ? [] : [[`${path}.content[${index}].text`, all]]
      }),
    )
  const store = (field: string, items: readonly unknown[]) => {
    const counts = { inserted: 0, duplicates: 0, rows_accepted: items.length }
    for (const item of items as (ItemObject | string)[]) {
      const object = typeof item === 'string' ? { text: item } : item
      const id = object.external_id === undefined ? undefined : `${field}\n${object.external_id}`
      if (id !== undefined && ids.has(id)) counts.duplicates += 1
      else {
        if (id !== undefined) ids.add(id)
        model.stored.push({ ...object, field })
        model.charged += 1
        counts.inserted += 1
      }
    }
    return counts
  }
  const once = async (key: string | undefined, body: unknown, items: number, act: () => unknown): Promise<never> => {
    const push = model.pushes.length
    await faults.before?.(push)
    model.pushes.push({ key, items })
    const known = key === undefined ? undefined : answers.get(key)
    const text = JSON.stringify(body)
    if (known && model.now - known.at < DAY_MS) {
      if (known.body !== text) throw new Refusal(409, 'IDEMPOTENCY_KEY_REUSED')
      await faults.after?.(push)
      return known.answer as never
    }
    if (items > 1_000) throw new Refusal(400, 'VALIDATION_ERROR', { 'question.content': ['too many'] })
    const answer = act()
    if (key !== undefined) answers.set(key, { body: text, at: model.now, answer })
    await faults.after?.(push)
    return answer as never
  }

  const client: PushClient = {
    pushContent: ({ body, idempotencyKey }: PushCall) => {
      const { question, survey_id, survey_series_id } = body!
      return once(idempotencyKey, body, question.content.length, () => {
        const details = faultsOf(question.content, 'question')
        if (Object.keys(details).length > 0) throw new Refusal(400, 'VALIDATION_ERROR', details)
        const counts = store(question.question_id, question.content)
        return {
          survey_series_id,
          survey_id,
          question_id: question.question_id,
          ...counts,
          aps_deducted: counts.inserted / 100,
        }
      })
    },
    pushBulk: ({ body, idempotencyKey }: BulkCall) => {
      const { questions, survey_id, survey_series_id } = body!
      const items = questions.reduce((sum, { content }) => sum + content.length, 0)
      return once(idempotencyKey, body, items, () => {
        const results = questions.map(({ question_id, content }, index) => {
          const details = faultsOf(content, `questions[${index}]`)
          if (Object.keys(details).length === 0)
            return { question_id, status: 'accepted', ...store(question_id, content) }
          const error = { code: 'VALIDATION_ERROR', message: 'bad items', details }
          return { question_id, status: 'rejected', inserted: 0, duplicates: 0, rows_accepted: 0, error }
        })
        const sum = (name: 'inserted' | 'duplicates') => results.reduce((total, result) => total + result[name], 0)
        const counts = {
          inserted: sum('inserted'),
          duplicates: sum('duplicates'),
          rows_accepted: sum('inserted') + sum('duplicates'),
        }
        const result = {
          survey_series_id,
          survey_id,
          status: 'completed',
          results,
          ...counts,
          aps_deducted: counts.inserted / 100,
        }
        const task_id = `task-${tasks.size + 1}`
        tasks.set(task_id, { polls: faults.taskPolls ?? 1, result })
        return body!.sync ? result : { task_id, status: 'queued', progress: 0, status_url: '' }
      })
    },
    getTask: async ({ params }) => {
      const task = tasks.get(params!.task_id!)
      if (!task) throw new Refusal(404, 'NOT_FOUND')
      task.polls -= 1
      const done = task.polls <= 0
      return {
        task_id: params!.task_id!,
        kind: 'bulk',
        status: done ? 'completed' : 'processing',
        progress: done ? 100 : 50,
        created_at: '',
        completed_at: null,
        ...(done ? { result: task.result } : {}),
      } as never
    },
  }
  return Object.assign(model, { client })
}
