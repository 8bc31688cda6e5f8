export type QuestionType = 'DEPTH_TEXT' | 'TEXT' | 'MCQ' | 'SCQ' | 'RATING' | 'NPS'
export type Scope = 'push' | 'create' | 'send' | 'mcp_read' | 'all'

/** The names of interface.md and their aliases. */
export const ALIASES: Record<QuestionType, string> = {
  DEPTH_TEXT: 'long_answer',
  TEXT: 'short_answer',
  MCQ: 'mcq',
  SCQ: 'scq',
  RATING: 'rating',
  NPS: 'nps',
}

export interface Group {
  id: number
  name: string
  createdAt: number
}

export interface Question {
  id: number
  text: string
  type: QuestionType
  options: string[]
}

export interface Source {
  id: number
  groupId: number
  title: string
  description?: string
  feedbackType?: string
  published: boolean
  createdAt: number
  questions: Question[]
  /** How many more reads of the analysis find none, after a push. */
  readsUntilAnalysed: number
}

export interface Item {
  id: number
  sourceId: number
  questionId: number
  text: string
  externalId?: string
  customerId?: string
  channel?: string
  language?: string
  rating?: number
  /** Milliseconds since the epoch, as every moment here. */
  occurredAt: number
  reference?: string
  pushedAt: number
}

export interface Counts {
  inserted: number
  duplicates: number
}

export interface Task {
  id: number
  /** How often it was asked for: it waits, works, and then is done. */
  reads: number
  counts: Counts
  perQuestion: (Counts & { questionId: number })[]
  /** Rows that did not pass, of an upload. */
  rejected?: number
}

export interface Recipient {
  email: string
  variables: Record<string, string>
  skipped: boolean
}

export interface Invite {
  id: number
  sourceId: number
  createdAt: number
  reads: number
  recipients: Recipient[]
}

export interface Delivery {
  event: string
  headers: Record<string, string>
  body: string
}

export interface Key {
  text: string
  id: string
  number: number
  name: string
  environment: 'test' | 'live'
  scope: Scope
}

/** All that the service knows; a judge reads and a test stages it. */
export interface State {
  groups: Group[]
  sources: Source[]
  items: Item[]
  tasks: Task[]
  invites: Invite[]
  deliveries: Delivery[]
  keys: Key[]
  lastId: number
}

const SCOPES: Scope[] = ['all', 'push', 'create', 'send', 'mcp_read']

/** Makes an empty state with a key of each scope; the secrets are the same in every run. */
export function createState(environment: 'test' | 'live'): State {
  const keys = SCOPES.map((scope, index) => {
    const id = `EMU000000${index}`
    const secret = Buffer.alloc(32, `${scope} of a foreign service`).toString('base64')
    return {
      text: `inpk_${environment}_${id}_${secret}`,
      id,
      number: index + 1,
      name: `Key ${scope}`,
      environment,
      scope,
    }
  })
  return { groups: [], sources: [], items: [], tasks: [], invites: [], deliveries: [], keys, lastId: 0 }
}

/** Counts up: identifiers differ between all records, so that one taken for another is found out. */
export function nextId(state: State): number {
  state.lastId += 1
  return state.lastId
}
