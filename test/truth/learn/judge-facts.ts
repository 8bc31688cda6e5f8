import type { Choices } from '../../foreign/choices.js'
import { isBare } from '../../foreign/list-pages.js'
import { cased, chosen } from '../../foreign/shape.js'
import { isPaging } from './paging-truth.js'
import { truthOf, uploadId } from './truth-of.js'

type Facts = Record<string, Record<string, unknown>>

/** Everything facts say, one at a time: `result:getTask status words completed = "done"`. Where members stand, truth-of.ts judges. */
interface Element {
  id: string
  member: string
  part: string
  value: unknown
}

const PLURALS: Readonly<Record<string, string>> = {
  names: 'name',
  types: 'type',
  words: 'words',
  lists: 'list',
  tags: 'tag',
  required: 'required',
  limits: 'limits',
}

function elementsOf(facts: Facts): Element[] {
  return Object.entries(facts).flatMap(([id, fact]) =>
    Object.entries(fact).flatMap(([part, value]): Element[] => {
      const isBelow = Object.hasOwn(PLURALS, part) && typeof value === 'object' && value !== null
      const isNode = part === 'words' && Object.values(value as object).some((each) => typeof each !== 'object')
      if (!isBelow || isNode || /^(route|paging|error|status|behaviour):/.test(id))
        return [{ id, member: '', part, value }]
      return Object.entries(value).map(([member, each]) => ({ id, member, part: PLURALS[part]!, value: each }))
    }),
  )
}

/** What facts say that is not so of a service with these choices; what this file does not know of counts as wrong. */
export function wrongIn(facts: Facts, c: Choices): string[] {
  return elementsOf(facts)
    .filter((element) => !isTrue(element, c))
    .map(({ id, member, part, value }) => `${id} ${member} ${part} = ${JSON.stringify(value)}`)
}

const MEMBER_KINDS = /^(query|body|result|event):/

function isTrue(element: Element, c: Choices): boolean {
  const { id, part, value } = element
  if (id.startsWith('route:')) return isRoute(element, c)
  if (id.startsWith('paging:')) return isPaging(element, c)
  if (id.startsWith('status:')) return value === statusOf(id.slice('status:'.length), part, c)
  if (id.startsWith('error:')) return isError(element, c)
  if (id === 'behaviour:error-details') return isDetails(element, c)
  if (id === 'behaviour:upload-mapping') return isMapping(element, c)
  if (id === 'behaviour:erase-task') return c['erase.status'] === 202 && value === truthOf(c)['getTask result task_id']
  if (id === 'behaviour:info-version') return true
  if (id === 'behaviour:default-quota') return value === 5000
  if (id === 'behaviour:draft-at-creation') return value === 'published' && c['source.born'] === 'ACCESSIBLE'
  if (id === 'behaviour:times') return value === TIMES[c.time]
  if (id === 'behaviour:identifiers') return value === 'integer' && isIntegers(c)
  // What is answered is the same at the addresses of both vocabularies.
  if (id === 'behaviour:answers-in-route-words') return value === 'classic'
  if (!MEMBER_KINDS.test(id)) return false
  const path = pathOf(element)
  switch (part) {
    case 'at':
      return isWrap(id, value, c)
    case 'name':
      return value !== null || isAbsent(path, c)
    case 'type':
      return value === typeOf(path, c) || (value === 'epoch' && typeOf(path, c)?.startsWith('epoch-') === true)
    case 'words':
      return isWords(path, value as Record<string, unknown>, c)
    case 'list':
      return isList(path, value as Record<string, unknown>, c)
    case 'tag':
      return isTag(path, value as Record<string, unknown>, c)
    case 'required':
      if (path === 'uploadFeedback body survey_series_id') return value === false && isNone(c, 'upload.group')
      return path === 'publishSource body survey_series_id' && value === true && c['publish.body'] === 'both ids'
    case 'sent':
      return path === 'publishSource body survey_series_id' && value === true && c['publish.body'] === 'both ids'
    case 'limits':
      return /^eraseFeedback body (external|customer)_ids$/.test(path) && isMost(value, c['erase.max'])
    default:
      return false
  }
}

const isMost = (value: unknown, most: unknown) => JSON.stringify(value) === JSON.stringify({ max_items: most })

/** `listSources result survey_series[].name`. */
function pathOf({ id, member }: Element): string {
  const [, slot, operation, inner = ''] = /^(\w+):(\w+)\.?(.*)$/.exec(id)!
  const whole =
    inner === '' || member === '' ? inner + member : member.startsWith('[]') ? inner + member : `${inner}.${member}`
  return `${operation} ${slot} ${whole}`
}

const isNone = (c: Choices, id: Parameters<typeof chosen>[1]) => chosen(c, id) === undefined

/** Members of ours that no service of these choices has, by the ends of their paths. */
const NEVER =
  /(createGroup|listSources) result (survey_series\[\]\.)?tracking$|published_at$|questions\[\]\.item_count$|monitor_matches\[\]\.(monitor_id|query|share)$|themes\[\]\.(keywords|sentiment\..*|share|theme_id|sentiment)$|sentiment\.score$|getAnalysis result (period_key|survey_id|survey_series_id)$|quota\.period_end$|getInviteTemplate result survey_id$|key\.created_at$|get(Upload)?Task result (completed_at|created_at|kind|error\..*|result\.(rows_read|status|results|rejections|survey_id|survey_series_id))$|items\[\]\.survey_series_id$|already_published$|results\[\]\.(error\..*|rows_accepted|status)$|pushContent result question_id$|eraseFeedback body (customer_id|external_id)$|recipients\[\]\.external_id$|uploadFeedback body source_reference$/

/** Whether this service has no such member. */
function isAbsent(path: string, c: Choices): boolean {
  if (NEVER.test(path) || isOnlyCounted(path.replace(/\[\]\.\w+$/, ''), c)) return true
  const name = path.split(/[. ]/).at(-1)!
  const isSource = /^(listSources|createSource|publishSource) result/.test(path)
  const isSourceMember = isSource && !/survey_series\[\]\.(created_at|name|survey_series_id)$/.test(path)
  const answer = c['publish.answer']
  if (path.startsWith('publishSource result') && (answer === 'mode' || answer === 'success' || answer === 'message'))
    return true
  if (path.startsWith('publishSource result') && answer === 'short record') return name !== 'survey_title'
  if (isSourceMember && name === 'survey_series_id') return isNone(c, 'source.group')
  if (isSourceMember && name === 'created_at') return isNone(c, 'source.created')
  if (isSourceMember && name === 'feedback_type') return isNone(c, 'source.type')
  if (isSourceMember && name === 'item_count') return isNone(c, 'source.count')
  if (isSourceMember && name === 'survey_description') return isNone(c, 'source.description')
  if (path.startsWith('uploadFeedback result') && c['upload.end'] === 'counts') return true
  const known = Object.hasOwn(ABSENT, path) ? ABSENT[path] : undefined
  return known?.(c) ?? false
}

const hasNoPagination = (c: Choices) =>
  isBare(c, 'feedback') || c['feedback.form'] !== 'as said' || c['feedback.paging'] !== 'pagination'
const isApart = (c: Choices) => c['upload.task'] !== 'as all'
const hasNoProgress = (c: Choices) => isApart(c) && c['upload.scale'] === 'none'
const isFlagTemplate = (c: Choices) => c['template.present'] !== 'record template'
const isWithoutCounts = (c: Choices) => ['fractions', 'percentages', 'share list'].includes(c['sentiment.form'])
const isWithoutShares = (c: Choices) => c['sentiment.form'] === 'counts' || c['sentiment.form'] === 'count list'

const ABSENT: Readonly<Record<string, (c: Choices) => boolean>> = {
  'createSource body questions[].required': (c) => isNone(c, 'question.required'),
  'createGroup result created_at': (c) => isNone(c, 'group.created'),
  'listSources result survey_series[].created_at': (c) => isNone(c, 'group.created'),
  'eraseFeedback body survey_id': (c) => isNone(c, 'erase.scope'),
  'publishSource body survey_series_id': (c) => c['publish.body'] !== 'both ids',
  'uploadFeedback body survey_series_id': (c) => isNone(c, 'upload.group'),
  'getAnalysis query period_key': (c) => isNone(c, 'analysis.period'),
  'listFeedback query customer_id': (c) => isNone(c, 'filter.customer'),
  'listFeedback query external_id': (c) => isNone(c, 'filter.external'),
  'listFeedback query question_id': (c) => isNone(c, 'filter.question'),
  'listFeedback query survey_id': (c) => isNone(c, 'filter.source'),
  'listFeedback query survey_series_id': (c) => isNone(c, 'filter.group'),
  'getAnalysis result analysed_at': (c) => isNone(c, 'analysis.at'),
  'getAnalysis result item_count': (c) => isNone(c, 'analysis.total'),
  'getAnalysis result sentiment.negative.count': isWithoutCounts,
  'getAnalysis result sentiment.neutral.count': isWithoutCounts,
  'getAnalysis result sentiment.positive.count': isWithoutCounts,
  'getAnalysis result sentiment.negative.share': isWithoutShares,
  'getAnalysis result sentiment.neutral.share': isWithoutShares,
  'getAnalysis result sentiment.positive.share': isWithoutShares,
  'getInviteTemplate result present': (c) => !isFlagTemplate(c),
  'getInviteTemplate result subject': isFlagTemplate,
  'getInviteTemplate result sender_domain.domain': (c) => c['template.domain'] !== 'record sender_domain',
  'getInviteTemplate result quota.limit': (c) => c['template.quota'] === 'quota sent remaining',
  'getInviteTemplate result quota.remaining': (c) => c['template.quota'] !== 'quota sent remaining',
  'getInviteTemplate result variables[].required': (c) => c['template.variables'] === 'names',
  'listFeedback result pagination': hasNoPagination,
  'listInviteRecipients result pagination': hasNoPagination,
  'pushContent result survey_id': (c) => isNone(c, 'push.source'),
  'pushContent result survey_series_id': (c) => isNone(c, 'push.group'),
  'getTask result result.rows_rejected': () => true,
  'getUploadTask result result.rows_rejected': (c) => c['upload.counts'].endsWith('none'),
  'getUploadTask result result.rows_accepted': () => true,
  'getUploadTask result result.aps_deducted': () => true,
  'getUploadTask result progress': hasNoProgress,
  'uploadFeedback result progress': hasNoProgress,
  'pushBulk result status_url': (c) => c['task.link'] !== 'status_url',
  'uploadFeedback result status_url': (c) => c['task.link'] !== 'status_url',
  'sendInvites result previews[].html': (c) => c['preview.body'] !== 'html',
  'sendInvites result previews[].text': (c) => c['preview.body'] === 'html',
}

function isWrap(id: string, value: unknown, c: Choices): boolean {
  const operation = id.split(':')[1]!
  const wraps: Record<string, Parameters<typeof chosen>[1]> = {
    createGroup: 'group.wrap',
    createSource: 'source.wrap',
    publishSource: 'source.wrap',
    getTask: 'task.wrap',
    getUploadTask: 'task.wrap',
    pushBulk: 'task.wrap',
    uploadFeedback: 'task.wrap',
    getAnalysis: 'analysis.wrap',
    sendInvites: 'invite.wrap',
    getInvite: 'invite.wrap',
  }
  if (operation === 'pushContent') return value === 'target' && c['push.nested'] === 'under target'
  return Object.hasOwn(wraps, operation) && value === chosen(c, wraps[operation]!)
}

const MAIN_IDS = /(survey_id|survey_series_id)$/
const OTHER_IDS = /(question_id|item_id|task_id|invite_id)$/

/** How this service writes a member that we have as text or as a fraction. */
function typeOf(path: string, c: Choices): string | undefined {
  if (/ body .*occurred_at$/.test(path)) return TIMES[c['push.dates']]
  if (/ body .*rating$/.test(path)) return c['push.rating'] === 'digits' ? 'string' : undefined
  if (/listFeedback query survey(_series)?_id$/.test(path)) return 'integer'
  if (/listFeedback query question_id$/.test(path)) return c['ids.other'] === 'integer' ? 'integer' : undefined
  if (/ body /.test(path)) return undefined
  if (MAIN_IDS.test(path)) return c['ids.main'] === 'integer' ? 'integer' : undefined
  if (/^(getUploadTask|uploadFeedback) result progress$/.test(path))
    return isApart(c) && c['upload.scale'] === 'fraction' ? 'fraction' : undefined
  if (OTHER_IDS.test(path)) return c['ids.other'] === 'integer' ? 'integer' : undefined
  if (/(_at)$/.test(path)) return TIMES[c.time]
  const isPercent = c['sentiment.form'] === 'percentages' || c['sentiment.form'] === 'share list'
  return /sentiment\.\w+\.share$/.test(path) && isPercent ? 'percent' : undefined
}

const isIntegers = (c: Choices) => c['ids.main'] === 'integer' && c['ids.other'] === 'integer'

const TIMES: Readonly<Record<string, string>> = {
  date: 'date',
  epoch: 'epoch-seconds',
  'epoch-ms': 'epoch-milliseconds',
  iso: 'iso-seconds',
  'iso-offset': 'iso-offset',
  'iso-naive': 'iso-local-t',
}

/** Whether words are those of this service, each for the one of ours that it means. */
function isWords(path: string, words: Record<string, unknown>, c: Choices): boolean {
  const truth = wordsAt(path, c)
  return Object.entries(words).every(([ours, theirs]) => truth !== undefined && truth[ours] === theirs)
}

const inTurn = (ours: readonly string[], theirs: string): Record<string, unknown> =>
  Object.fromEntries(theirs.split(' ').map((word, index) => [ours[index]!, word]))

function wordsAt(path: string, c: Choices): Record<string, unknown> | undefined {
  if (/questions\[\]\.type/.test(path) && / result /.test(path)) {
    if (c['question.word'] === 'name') return undefined
    // The aliases that the interface shows; those of texts are other words.
    const texts = c['question.word'] === 'alias' ? 'long_answer short_answer' : 'depth_text text'
    return inTurn(['DEPTH_TEXT', 'TEXT', 'MCQ', 'SCQ', 'RATING', 'NPS'], `${texts} mcq scq rating nps`)
  }
  if (/^(getTask|getUploadTask|pushBulk|uploadFeedback) result status$/.test(path))
    return inTurn(['queued', 'processing', 'completed'], c['task.words'])
  if (/^(getInvite|sendInvites) result status$/.test(path)) return inTurn(['sending', 'completed'], c['invite.words'])
  if (/recipients\[\]\.delivery_status$/.test(path)) return inTurn(['delivered', 'skipped'], c['recipient.words'])
  if (/sender_domain\.status$/.test(path) && c['template.domain'] === 'sender_domain_verified')
    return { verified: true }
  return undefined
}

const OPTION_FORMS: Readonly<Record<string, unknown>> = {
  'label records': { in: 'label' },
  'text records': { in: 'text' },
  'numbered map': { numbered: 1 },
}

function isList(path: string, list: Record<string, unknown>, c: Choices): boolean {
  return JSON.stringify(list) === JSON.stringify(listAt(path, c))
}

function listAt(path: string, c: Choices): unknown {
  if (path.endsWith('questions[].options')) return OPTION_FORMS[c['question.optionForm']]
  const ids = /^eraseFeedback body ((external|customer)_id)s$/.exec(path)?.[1]
  if (ids !== undefined && c['erase.form'] === 'selectors') return { in: ids }
  if (ids !== undefined && c['erase.form'] === 'one at a time') return { single: true }
  if (path === 'getAnalysis result themes') return mapOf(c['theme.form'], 'label', 'item_count')
  if (path === 'getAnalysis result monitor_matches') return mapOf(c['monitor.form'], 'name', 'match_count')
  if (isOnlyCounted(path, c)) return { counted: true }
  if (path === 'getInviteTemplate result variables') {
    if (c['template.variables'] === 'names') return { values: 'name' }
    return c['template.variables'] === 'map' ? { by: 'name' } : undefined
  }
  return undefined
}

function mapOf(form: Choices['theme.form'], by: string, value: string): unknown {
  if (form === 'map of counts') return { by, value }
  return form === 'map of records' ? { by } : undefined
}

/** Whether a list of ours is a number here. */
function isOnlyCounted(path: string, c: Choices): boolean {
  const isMissing = path === 'eraseFeedback result not_found' && c['erase.missing'] === 'number not_found'
  return isMissing || path === 'sendInvites result skipped'
}

function isTag(path: string, tag: Record<string, unknown>, c: Choices): boolean {
  const kind = /^eraseFeedback body ((external|customer)_id)s$/.exec(path)?.[1]
  return c['erase.form'] === 'id_type ids' && JSON.stringify(tag) === JSON.stringify({ [cased(c, 'id_type')]: kind })
}

function statusOf(operation: string, part: string, c: Choices): unknown {
  // A group that exists, and a preview, are answered with 200 by all.
  if (part === 'existing' || part === 'dry_run') return 200
  const of: Record<string, number> = {
    createGroup: c['created.status'],
    createSource: c['created.status'],
    eraseFeedback: c['erase.status'],
    uploadFeedback: c['upload.status'],
    sendInvites: c['invite.answer'],
  }
  return of[operation]
}

function isError({ id, part, value }: Element, c: Choices): boolean {
  const code = id.slice('error:'.length)
  if (code === 'VALIDATION_ERROR')
    return value === (part === 'code' ? c['error.invalid.code'] : c['error.invalid.status'])
  if (part !== 'code') return false
  if (code === 'NOT_FOUND') return value === c['error.missing']
  return code === 'UNAUTHORIZED' && value === c['error.unauthorized']
}

function isDetails({ part, value }: Element, c: Choices): boolean {
  const lists: Record<string, Record<string, string>> = {
    map: { form: 'texts' },
    'loc list': { form: 'list', path: 'loc', message: 'msg', joined: 'list', below: 'body' },
    'field list': { form: 'list', path: 'field', message: 'message' },
  }
  return lists[c['error.details']]?.[part] === value
}

function isMapping({ part, value }: Element, c: Choices): boolean {
  if (part === 'field') return value === (uploadId(c, 'upload.question') ?? 'none')
  const forms = {
    'member to column': 'members',
    'column to member': 'columns',
    'list of pairs': 'pairs',
    parts: 'parts',
  }
  return part === 'form' ? value === forms[c['upload.form']] : ['column', 'member', 'part'].includes(part)
}

function isRoute({ id, part, value }: Element, c: Choices): boolean {
  if (!id.includes('{task_id}')) return part === 'prefix' && value === c.prefix
  const isUpload = id.endsWith('/feedback/upload/{task_id}')
  if (isUpload && !isApart(c)) return false
  const whole = c.prefix + (isUpload ? c['upload.task'] : c['task.path']).replace('{id}', '{task_id}')
  return part === 'path'
    ? value === whole
    : part === 'prefix' && (value === '' || whole === `${value}${id.split('/api/input')[1]}`)
}
