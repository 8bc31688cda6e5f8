import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Choices } from './choices.js'
import { createForeignService, type ForeignOptions, type ForeignService } from './service.js'
import type { Item, Question, QuestionType } from './state.js'

/** A service with something in it, and a folder to work in. */
export interface World {
  service: ForeignService
  folder: string
}

const START = Date.parse('2024-01-01T00:00:00.000Z')
const HOUR_MS = 3_600_000

/** What is staged, by the numbers that judges look for: each stands for one thing only. */
export const STAGED = {
  support: 4011,
  sales: 4012,
  tickets: 5021,
  survey: 5022,
  archive: 5023,
  draft: 5024,
  task: 9001,
  invite: 9101,
  archived: 450,
}

/** The moment of an archived item: one an hour. */
export const hourOf = (index: number): string => new Date(START + index * HOUR_MS).toISOString()

/** Stages two groups, four sources, 450 items in one of them, four in another, a task and a distribution. */
export function createWorld(choices: Partial<Choices>, options: ForeignOptions = {}): World {
  const service = createForeignService(choices, { perKeyPerMinute: 300, ...options })
  const { state } = service
  state.lastId = 20_000
  const question = (id: number, text: string, type: QuestionType): Question => ({ id, text, type, options: [] })
  const source = (id: number, groupId: number, title: string, questions: Question[], published = true) =>
    state.sources.push({ id, groupId, title, published, createdAt: START, questions, readsUntilAnalysed: 0 })
  state.groups.push(
    { id: STAGED.support, name: 'Support', createdAt: START },
    { id: STAGED.sales, name: 'Sales', createdAt: START },
  )
  source(STAGED.tickets, STAGED.support, 'Tickets', [
    question(6031, 'What happened?', 'DEPTH_TEXT'),
    question(6032, 'How likely?', 'NPS'),
  ])
  source(STAGED.survey, STAGED.support, 'Survey', [
    question(6033, 'What went well?', 'DEPTH_TEXT'),
    question(6034, 'What did not?', 'TEXT'),
  ])
  source(STAGED.archive, STAGED.sales, 'Archive', [question(6035, 'Anything else?', 'TEXT')])
  source(STAGED.draft, STAGED.sales, 'Draft', [question(6036, 'Not yet?', 'TEXT')], false)
  for (let index = 0; index < STAGED.archived; index += 1) state.items.push(archived(index))
  state.tasks.push({ id: STAGED.task, reads: 0, counts: { inserted: 17, duplicates: 3 }, perQuestion: [] })
  const recipients = ['ann@example.org', 'bob@example.org'].map((email) => ({ email, variables: {}, skipped: false }))
  state.invites.push({ id: STAGED.invite, sourceId: STAGED.survey, createdAt: START, reads: 0, recipients })
  return { service, folder: mkdtempSync(join(tmpdir(), 'foreign-')) }
}

function archived(index: number): Item {
  const at = START + index * HOUR_MS
  const customer = index % 100 === 0 ? 'C-1' : `C-other-${index}`
  return {
    id: 10_000 + index,
    sourceId: STAGED.archive,
    questionId: 6035,
    text: `Archived ${index}`,
    externalId: `A-${index}`,
    customerId: customer,
    rating: 4,
    occurredAt: at,
    pushedAt: at,
  }
}

/** Puts items into a source directly, as if they had been pushed. */
export function putItems({ service: { state } }: World, sourceId: number, items: Partial<Item>[]): void {
  const questionId = state.sources.find(({ id }) => id === sourceId)!.questions[0]!.id
  for (const [index, item] of items.entries())
    state.items.push({
      id: 12_000 + index,
      sourceId,
      questionId,
      text: 'Nothing',
      occurredAt: START,
      pushedAt: START,
      ...item,
    })
}

/** Writes a file of the folder. */
export function putFile({ folder }: World, name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}

/** The items of a source. */
export const itemsIn = ({ service }: World, sourceId: number): Item[] =>
  service.state.items.filter((item) => item.sourceId === sourceId)
