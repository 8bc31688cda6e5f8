import type { Steps } from '../../../src/contract/facts/schema-path.js'

/** The record each list or object of ours holds. */
const RECORDS: Readonly<Record<string, string>> = {
  survey_series: 'group',
  surveys: 'source',
  questions: 'question',
  question: 'question',
  content: 'item',
  items: 'item',
  not_found: 'item',
  recipients: 'recipient',
  skipped: 'recipient',
  previews: 'preview',
  themes: 'theme',
  monitor_matches: 'monitor',
  variables: 'variable',
  rejections: 'row',
  results: 'outcome',
  sender_domain: 'domain',
}

/** The record of an operation or event, by its name. */
const SUBJECTS: readonly (readonly [RegExp, string])[] = [
  [/createGroup|series\.created/, 'group'],
  [/Sources?\b|survey\./, 'source'],
  [/pushBulk|getTask|uploadFeedback/, 'task'],
  [/pushContent|content\.pushed/, 'push'],
  [/Feedback\b/, 'item'],
  [/Analysis/, 'analysis'],
  [/InviteTemplate/, 'template'],
  [/[iI]nvite/, 'invite'],
  [/flag\./, 'monitor'],
  [/report\./, 'report'],
  [/getMe/, 'key'],
  [/event:test/, 'subscription'],
]

/** The record that a member stands in. */
export function recordOf(id: string, around: Steps): string {
  const named = around.filter((step) => step !== '[]').at(-1)
  if (named !== undefined) return RECORDS[named] ?? named
  return SUBJECTS.find(([pattern]) => pattern.test(id))?.[1] ?? 'item'
}
