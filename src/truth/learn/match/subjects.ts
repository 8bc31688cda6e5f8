import type { DeliveredName } from '../../../contract/events.js'
import type { OperationId } from '../../../contract/operations/index.js'
import type { Entity } from './lexicon.js'
import { ownShape, type Slot } from './slots.js'

// What learning knows of single operations: what their records are about, and what their requests say for certain.

/** What the records of an operation are about, by if they are; lists have the entity of their entries. */
const RECORDS: Readonly<Record<string, Entity>> = {
  'result:createGroup': 'group',
  'body:createGroup': 'group',
  'result:createSource': 'source',
  'body:createSource': 'source',
  'result:publishSource': 'source',
  'body:publishSource': 'source',
  'body:uploadFeedback': 'source',
  'result:getTask': 'task',
  'result:getUploadTask': 'task',
  'result:pushBulk': 'task',
  'result:uploadFeedback': 'task',
  'result:getAnalysis': 'analysis',
  'result:sendInvites': 'invite',
  'result:getInvite': 'invite',
  // Events have no name of an operation. A flag or a bounce has an identifier of its own, so that a bare `id` may be that.
  'result:series.created': 'group',
  'result:survey.created': 'source',
  'result:survey.published': 'source',
  'result:report.ready': 'report',
  'result:invites.completed': 'invite',
  'result:test': 'subscription',
  survey_series: 'group',
  surveys: 'source',
  questions: 'question',
  items: 'item',
  themes: 'theme',
  monitor_matches: 'monitor',
  recipients: 'recipient',
  skipped: 'recipient',
  previews: 'recipient',
  variables: 'variable',
}

/** What a record is about: the slot's own, or the entries of the list at the end of the path. */
export function recordAt(id: OperationId, slot: Slot, lists: readonly string[]): Entity | undefined {
  return RECORDS[lists.at(-1) ?? `${slot}:${id}`]
}

const SUBJECTS: Readonly<Partial<Record<DeliveredName, Entity>>> = {
  'flag.raised': 'monitor',
  'invite.bounced': 'invite',
}

/** What an event is about that may have an identifier of its own as well. */
export function subjectOf(event: DeliveredName): Entity | undefined {
  return SUBJECTS[event]
}

/** What the entries of a list are about. */
export function recordOfList(name: string): Entity | undefined {
  return RECORDS[name]
}

/** Lists of those for which a request did nothing. */
export const OF_SOME: readonly string[] = ['skipped', 'not_found', 'rejections']

/** What a request may have to say of what the operation does anyway, so that only one value makes sense. */
export interface Aim {
  /** Names of a flag of the request itself. */
  flag: RegExp
  /** The word of ours for the state that it leads to, if it leads to one. */
  word?: string
  /** Names of a text of the request that says why it is made. */
  reason?: RegExp
  /** Words for what it does, by one of which a request may have to say that it is meant. */
  deeds: readonly string[]
}

const AIMS: Readonly<Partial<Record<OperationId, Aim>>> = {
  publishSource: {
    flag: /^(is_)?(publish|published|active|live|accessible|enabled)$/,
    word: 'ACCESSIBLE',
    deeds: ['publish', 'activate', 'go_live'],
  },
  eraseFeedback: {
    flag: /^(is_)?(confirm|confirmed|confirmation)$/,
    reason: /^(reason|comment|note|justification)$/,
    deeds: ['erase', 'delete', 'remove', 'forget', 'purge', 'destroy'],
  },
}

/** What is said where a service wants to know why: the facts file has it, and there everyone may say more. */
export const REASON = 'Requested with inpk'

/** Names of a text by which a request says that it is meant; `consent` may be that of a person. */
const CONFIRMATION =
  /^(is_)?(confirm|confirmed|confirmation|are_you_sure)(_(text|word|phrase|erase|erasure|deletion|delete))?$/

/** Words that say so of anything. */
const AGREEMENT = [
  'yes',
  'y',
  'ok',
  'okay',
  'true',
  'confirm',
  'confirmed',
  'agree',
  'agreed',
  'proceed',
  'sure',
].concat(['accept', 'accepted', 'understood', 'i_confirm', 'i_agree', 'i_understand', 'i_am_sure'])

/** Whether a text says no more than that what an operation does is meant, by its name and what it says: it changes nothing of what that does. */
export function confirms({ deeds }: Aim, name: string, text: string): boolean {
  const said = text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
    .replace(/[.!]$/, '')
  return CONFIRMATION.test(name) && [...AGREEMENT, ...deeds].includes(said)
}

/** What a request of an operation may have to say of what it does, if it may. */
export function aimOf(id: OperationId): Aim | undefined {
  return AIMS[id]
}

/** Whether the answers of an operation come in pages. */
export function isPaged(id: OperationId): boolean {
  const query = ownShape(id, 'query')
  return query?.kind === 'object' && Object.hasOwn(query.members, 'cursor')
}

/** Members of requests that the interface shows, by operation: our meaning, and where in the body it stands. */
export const SHOWN_IN_BODIES: Readonly<Record<string, readonly (readonly [meaning: string, path: string])[]>> = {
  createGroup: [['group.name', 'name']],
  createSource: [
    ['group.id', 'survey_series_id'],
    ['group.id', 'feedback_group_id'],
    ['source.name', 'survey_title'],
    ['source.name', 'source_title'],
    ['source.description', 'survey_description'],
    ['source.description', 'source_description'],
  ],
  pushContent: [
    ['group.id', 'survey_series_id'],
    ['source.id', 'survey_id'],
    ['question.id', 'question.question_id'],
    ['.source_reference', 'source_reference'],
    ['.text', 'question.content[]'],
    ...items('question.content[]'),
  ],
  pushBulk: [
    ['group.id', 'survey_series_id'],
    ['source.id', 'survey_id'],
    ['question.id', 'questions[].question_id'],
    ['.source_reference', 'source_reference'],
    ['.text', 'questions[].content[]'],
    ...items('questions[].content[]'),
  ],
}

function items(list: string): [string, string][] {
  const members = ['text', 'external_id', 'customer_id', 'channel', 'language', 'occurred_at']
  return members.map((member) => [`.${member}`, `${list}.${member}`])
}

/** What identifiers in shown paths mean, by operation. */
export const SHOWN_IN_PATHS: Readonly<Record<string, string>> = {
  getAnalysis: 'source.id',
  getInviteTemplate: 'source.id',
  sendInvites: 'source.id',
  getInvite: 'invite.id',
  listInviteRecipients: 'invite.id',
  getTask: 'task.id',
  getUploadTask: 'task.id',
}

/** Words that the interface shows of an answer, by operation: what has all of them is that answer. */
export const SHOWN_IN_ANSWERS: Readonly<Record<string, readonly string[]>> = {
  mcp: ['list_themes', 'get_theme_verbatims'],
}
