import { type EvidenceKind, observableBy } from '../../src/contract/assumptions/observable.js'
import type { Facts } from '../../src/contract/facts/facts.js'

/** What a fact says about one member. `absence`: that there is none. `time`: which form a time in a text has. `number`: that a text is a number. */
export type FactPart =
  | ('name' | 'absence' | 'type' | 'time' | 'number' | 'words' | 'flags' | 'list' | 'tag')
  | ('required' | 'sent' | 'limits' | 'fixed')

interface PartRow {
  /** Of answers and events. */
  answers: readonly EvidenceKind[]
  /** Of queries and bodies. */
  requests: readonly EvidenceKind[]
  because: string
}

const ALL: readonly EvidenceKind[] = ['description', 'traffic', 'deliveries', 'probe', 'probe-writes']
const SEEN: readonly EvidenceKind[] = ['traffic', 'deliveries', 'probe', 'probe-writes']
const SAID: readonly EvidenceKind[] = ['description']

/** What can show each part, where it can show anything about the assumption. */
const FACT_PARTS: Readonly<Record<FactPart, PartRow>> = {
  name: { answers: ALL, requests: ALL, because: 'Names and places are in schemas and on the wire.' },
  absence: {
    answers: SAID,
    requests: SAID,
    because: 'What was never seen may be there another time; only a description lists all members.',
  },
  type: { answers: ALL, requests: ALL, because: 'Types are in schemas and on the wire.' },
  time: {
    answers: SEEN,
    requests: [],
    because:
      'A description says that a text is a time, not how its seconds and zone are written; and what one request sent is one of the forms a service takes, not all of them.',
  },
  number: {
    answers: ALL,
    requests: SEEN,
    because: 'A request is described to take a number or a text, because not every identifier is a number.',
  },
  words: { answers: ALL, requests: ALL, because: 'Words are in enums and on the wire.' },
  flags: { answers: ALL, requests: [], because: 'Flags are in schemas and on the wire.' },
  list: { answers: ALL, requests: ALL, because: 'The form of a list is in its schema and on the wire.' },
  tag: { answers: ALL, requests: ALL, because: 'Constants are in schemas and on the wire.' },
  required: {
    answers: [],
    requests: SAID,
    because: 'A request with a member does not show that one without it is refused.',
  },
  sent: {
    answers: [],
    requests: ['traffic', 'probe-writes'],
    because: 'What every request had that was taken can be sent, whether it is demanded or not.',
  },
  limits: { answers: [], requests: SAID, because: 'A limit is shown by no request that keeps to it.' },
  fixed: {
    answers: [],
    requests: SAID,
    because: 'What every request was seen to send may be what its sender wished to say.',
  },
}

interface UnseenRow {
  /** Of an enum; absent: all. */
  words?: readonly string[]
  because: string
}

const ALONE =
  'A receipt has its first status alone, and one word proves nothing: it may say that the request was heard.'
const AT_ONCE = 'Where work starts at once, nothing waits any more when one asks.'

/** Words of answers that traffic does not show, by assumption and our path of the member. */
const UNSEEN_WORDS: Readonly<Record<string, UnseenRow>> = {
  'result:uploadFeedback status': { because: ALONE },
  'result:sendInvites status': { because: ALONE },
  'result:pushBulk status': {
    words: ['processing', 'failed'],
    because: 'A push is answered before its task starts, or when all is stored.',
  },
  'result:getTask result.status': { because: 'There is one word, and one alone proves nothing.' },
  'result:getUploadTask result.status': { because: 'There is one word, and one alone proves nothing.' },
  'result:getUploadTask kind': { because: 'Every task of an upload is one, and one word alone proves nothing.' },
  'result:getInvite status': { words: ['queued'], because: AT_ONCE },
  'result:listInviteRecipients recipients[].delivery_status': { words: ['queued'], because: AT_ONCE },
}

/** Members of requests of which traffic shows nothing, by assumption and our path. */
const UNSEEN_MEMBERS: Readonly<Record<string, { because: string }>> = {
  'body:eraseFeedback survey_id': {
    because: 'A service takes a member that it ignores as well, and an erase that depends on it can not be undone.',
  },
}

/** Members of what becomes of each field of a push, by assumption: that it was rejected, and why. */
const OUTCOMES: Readonly<Record<string, RegExp>> = {
  'result:pushBulk': /^results\[\]\.(error\b|status$)/,
  'result:getTask': /^result\.results\[\]\.(error\b|status$)/,
  'result:getUploadTask': /^result\.results\[\]\.(error\b|status$)/,
}

/**
 * Whether no answer has a field that was rejected beside others that were taken: an upload rejects rows of a file, and no columns; and where
 * a push is stored as a whole or not at all, it is refused with all of its fields.
 */
function isWithoutRejected(id: string, member: string, facts: Facts): boolean {
  const isStoredWhole = facts['behaviour:bulk-partial']?.rule === 'all-or-nothing'
  return (OUTCOMES[id]?.test(member) ?? false) && (id === 'result:getUploadTask' || isStoredWhole)
}

/** One word of an enum: our path of the member below the node of its assumption, and the word of ours. */
export interface FactWord {
  member: string
  word: string
}

/** What evidence can show a part of a fact about a member, of an assumption about members; of words, one of them. */
export function partObservableBy(
  id: string,
  part: FactPart,
  { of, member, facts }: { of?: FactWord; member?: string; facts: Facts },
): readonly EvidenceKind[] {
  const { answers, requests } = FACT_PARTS[part]
  const shown = /^(query|body):/.test(id) ? requests : answers
  const unseen = of && UNSEEN_WORDS[`${id} ${of.member}`]
  const isUnseen = unseen !== undefined && (unseen.words?.includes(of!.word) ?? true)
  // Names are seen of every outcome but for those of an error; words only where there are both.
  const place = part === 'words' ? of?.member : /\.status$/.test(member ?? '') ? undefined : member
  const isHidden =
    isUnseen || `${id} ${member}` in UNSEEN_MEMBERS || (place !== undefined && isWithoutRejected(id, place, facts))
  return observableBy(id).filter((kind) => shown.includes(kind) && !(isHidden && kind === 'traffic'))
}

/** Members of facts about behaviours that not all of their evidence shows. */
const UNSEEN_CONDUCT: Readonly<Record<string, { kinds: readonly EvidenceKind[]; because: string }>> = {
  'paging-clamp.above': {
    kinds: SAID,
    because: 'The greatest number that is allowed reads alike whether a greater one is cut or refused.',
  },
}

/** What evidence can show one member of a fact about a behaviour. */
export function conductObservableBy(id: string, member: string): readonly EvidenceKind[] {
  const unseen = UNSEEN_CONDUCT[`${id.slice('behaviour:'.length)}.${member}`]?.kinds ?? []
  return observableBy(id).filter((kind) => !unseen.includes(kind))
}
