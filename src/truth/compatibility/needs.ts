import { recommendedWord } from '../../contract/vocabulary.js'
import type { DescriptionPlace } from './difference.js'

/** Members of answers that this client only shows: without one a column is empty, and nothing else is wrong. */
const SHOWN_ONLY = [
  ...['item_count', 'created_at', 'published_at', 'tracking', 'survey_description', 'feedback_type', 'options'],
  ...['analysed_at', 'period_key', 'analysis_id', 'keywords', 'score', 'share', 'monitor_id', 'query', 'match_count'],
  ...['aps_deducted', 'status_url', 'progress', 'kind', 'rows_read', 'rejections', 'completed_at', 'details'],
  ...['total', 'cursor', 'limit', 'already_published', 'created', 'channel', 'language', 'rating', 'source_reference'],
  ...['subject', 'sender_domain', 'quota', 'variables', 'previews', 'skipped', 'reason', 'updated_at', 'html'],
]
const ONLY_SHOWN: ReadonlySet<string> = new Set(SHOWN_ONLY.flatMap((name) => [name, recommendedWord(name)]))

/** Operations whose answers only repeat which group, source and field were asked for. */
const REPEATS_IDS: ReadonlySet<string> = new Set([
  ...[
    'publishSource',
    'pushContent',
    'pushBulk',
    'getTask',
    'getUploadTask',
    'getAnalysis',
    'getInviteTemplate',
    'getInvite',
  ],
])
const REPEATED_ID = /^response \d+: (result\.)?(survey_series|feedback_group|survey|source|question|field)_id$/
/** A source stands inside its group. */
const GROUP_OF_SOURCE = /((surveys|sources)\[\]\.|^response \d+: )(survey_series_id|feedback_group_id)$/

/** The object of which the interface shows what its members are called, and not their types. */
const FREE_FORM = /^response \d+: key\./

/** Whether the interface shows of what type a member is. */
export function isTyped({ id, field }: DescriptionPlace): boolean {
  return id !== 'getMe' || !FREE_FORM.test(field)
}

/** Members of requests that this client never sends: it has another way to say the same. */
const NEVER_SENT: ReadonlySet<string> = new Set(['external_id', 'customer_id'])

/** Operations whose success statuses the interface shows; of the others this client takes any 2xx. */
export const STATUS_SHOWN: ReadonlySet<string> = new Set(['getMe', 'listSources', 'pushContent', 'pushBulk'])

/**
 * Whether something of this client goes wrong without what is at a place. It uses one route of each operation, does without the
 * description of itself, and asks nothing of what it only shows, unless the interface requires it.
 */
export function isNeeded(place: DescriptionPlace, required: boolean): boolean {
  if (place.unused) return false
  const member = /(\w+)(\[\])?$/.exec(place.field)?.[1] ?? ''
  if (place.direction === 'request') return !(place.assumed && !required && NEVER_SENT.has(member))
  if (!required) return false
  return !(place.assumed && (isOnlyShown(place.field) || isRepeated(place)))
}

function isRepeated({ id = '', field }: DescriptionPlace): boolean {
  if (id === 'createGroup') return false
  return GROUP_OF_SOURCE.test(field) || (REPEATS_IDS.has(id) && REPEATED_ID.test(field))
}

/** What is below something that is only shown is only shown, too. */
function isOnlyShown(field: string): boolean {
  const path = field.replace(/^response \d+: /, '').split('.')
  return path.some((step) => ONLY_SHOWN.has(step.replace('[]', '')))
}
