import type { JsonObject } from '../../../base/is-object.js'
import type { SeenExchange } from '../evidence/evidence.js'
import type { Started } from './tasks.js'

/** What a probe has found so far, for the steps after it. */
export interface Found {
  environment?: string
  isGroupMade?: boolean
  group?: string | undefined
  source?: string
  questions: readonly { question_id: string; type: string }[]
  /** The source as the listing had it before it was published. */
  draft?: JsonObject
  /** The source was published at its first asking. */
  isPublished?: boolean
  /** Items may have been pushed to it. */
  isPushed?: boolean
  /** A push to it was taken. */
  takesItems?: boolean
  /** Names of items pushed beside those of the plain pushes. */
  readonly items: Set<string>
  /** What may store items yet. */
  readonly tasks: Set<Started>
  /** What was uploaded, each in another form. */
  uploads: readonly Uploaded[]
  /** Asked for again, the group is answered as one that exists. */
  isGroupAnswered?: boolean
  /** The name of another group that is there, and its identifier. */
  otherName?: string
  otherGroup?: string
}

/** A file of one row that was taken. */
export interface Uploaded {
  seen: SeenExchange
  id: string
  text: string
}
