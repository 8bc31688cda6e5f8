import type { Choices } from '../../foreign/choices.js'
import { isBare } from '../../foreign/list-pages.js'
import { cased, chosen } from '../../foreign/shape.js'

/** Where members of ours stand on the wire of a service with these choices, from the slot's root; null where it has none. */
export function truthOf(c: Choices): Record<string, string | null> {
  const name = (id: Parameters<typeof chosen>[1]) => chosen(c, id) ?? null
  const within = (id: Parameters<typeof chosen>[1], inner: string | null) =>
    inner === null ? null : [chosen(c, id), inner].filter(Boolean).join('.')
  const [since, until] = c['filter.times'].split(' ').map((each) => cased(c, each))
  const extras = (member: string) => (c['item.extras'] === 'flat' ? member : `${c['item.extras'].slice(6)}.${member}`)
  const owner = (id: 'item.source' | 'item.question') =>
    c[id].startsWith('record ') ? `${c[id].slice(7)}.id` : name(id)
  const list = isBare(c, 'feedback') ? '/' : name('feedback.list')
  const recipients = isBare(c, 'recipients') ? '/' : name('recipient.list')
  const item = (inner: string | null) => (inner === null ? null : `${list}[].${inner}`)
  return {
    'listSources result survey_series[].survey_series_id': `survey_series[].${name('group.id')}`,
    'listSources result survey_series[].name': `survey_series[].${name('group.name')}`,
    'listSources result survey_series[].surveys[].survey_id': `survey_series[].surveys[].${name('source.id')}`,
    'listSources result survey_series[].surveys[].survey_title': `survey_series[].surveys[].${name('source.title')}`,
    'listSources result survey_series[].surveys[].questions[].question_id': `survey_series[].surveys[].questions[].${name('question.id')}`,
    'listSources result survey_series[].surveys[].questions[].question_text': `survey_series[].surveys[].questions[].${name('question.text')}`,
    'listSources result survey_series[].surveys[].questions[].type': `survey_series[].surveys[].questions[].${name('question.type')}`,
    'listSources result survey_series[].surveys[].questions[].options': `survey_series[].surveys[].questions[].${name('question.options')}`,
    'createGroup result survey_series_id': within('group.wrap', name('group.id')),
    'createGroup result name': within('group.wrap', name('group.name')),
    'createSource body questions[].question_text': `questions[].${name('question.text')}`,
    'createSource body questions[].type': `questions[].${name('question.type')}`,
    'createSource body questions[].options': `questions[].${name('question.options')}`,
    'createSource result survey_id': within('source.wrap', name('source.id')),
    'createSource result survey_title': within('source.wrap', name('source.title')),
    'publishSource body survey_id': c['publish.body'] === 'both ids' ? 'survey_id' : name('publish.body'),
    'getTask result task_id': within('task.wrap', name('task.id')),
    'getTask result status': within('task.wrap', name('task.status')),
    'getTask result progress': within('task.wrap', name('task.progress')),
    'listFeedback query survey_id': name('filter.source'),
    'listFeedback query survey_series_id': name('filter.group'),
    'listFeedback query question_id': name('filter.question'),
    'listFeedback query external_id': name('filter.external'),
    'listFeedback query customer_id': name('filter.customer'),
    'listFeedback query occurred_since': since!,
    'listFeedback query occurred_until': until!,
    'listFeedback result items': list,
    'listFeedback result items[].item_id': item(name('item.id')),
    'listFeedback result items[].text': item(name('item.text')),
    'listFeedback result items[].survey_id': item(owner('item.source')),
    'listFeedback result items[].question_id': item(owner('item.question')),
    'listFeedback result items[].external_id': item('external_id'),
    'listFeedback result items[].customer_id': item(extras('customer_id')),
    'listFeedback result items[].rating': item(extras('rating')),
    'listFeedback result items[].occurred_at': item('occurred_at'),
    'listFeedback result items[].created_at': item(name('item.pushed')),
    // An erase that is only accepted answers with a task.
    'eraseFeedback result erased': c['erase.status'] === 202 ? null : name('erase.count'),
    'uploadFeedback body file': isCsvUpload(c) ? '$body' : name('upload.file'),
    'uploadFeedback body survey_id': uploadId(c, 'upload.source'),
    'uploadFeedback body survey_series_id': uploadId(c, 'upload.group'),
    'getAnalysis query period_key': name('analysis.period'),
    'getInvite result invite_id': within('invite.wrap', name('invite.id')),
    'getInvite result status': within('invite.wrap', name('invite.status')),
    'sendInvites body recipients[].email': `recipients[].${name('recipient.email')}`,
    'listInviteRecipients result recipients': recipients,
    'listInviteRecipients result recipients[].email': `${recipients}[].${name('recipient.email')}`,
    'listInviteRecipients result recipients[].delivery_status': `${recipients}[].${name('recipient.status')}`,
  }
}

const isCsvUpload = (c: Choices) => c['upload.media'] !== 'form'

/** Where an upload has an identifier; null where it has none. */
export function uploadId(c: Choices, id: 'upload.source' | 'upload.group' | 'upload.question'): string | null {
  const name = chosen(c, id)
  if (name === undefined) return null
  return isCsvUpload(c) || c['upload.ids'] === 'query' ? `?${name}` : name
}
