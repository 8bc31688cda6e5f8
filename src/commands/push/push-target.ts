import { defined } from '../../cli/defined.js'
import type { Client } from '../../client/client-types.js'
import type { ResultOf } from '../../contract/operations/index.js'
import type { PushTarget } from '../../ingest/target.js'
import type { SourceRecord } from '../listing.js'

/** What the key says that a push needs to know. */
export interface KeyFacts {
  baseUrl: string
  keyId: string
  organizationId: number
  requestsPerMinute: number
  live: boolean
  tokensPerAps?: number
  instance?: string
}

/** Asks the service about the key in use; charges nothing. */
export async function readKeyFacts(client: Client, baseUrl: string): Promise<KeyFacts> {
  const { payload: me, headers } = await client.call('getMe')
  const key = me.key as { id?: unknown; environment?: unknown }
  const { per_key_per_minute: perKey, per_org_per_minute: perOrganization } = me.rate_limits
  return {
    baseUrl,
    keyId: String(key.id ?? ''),
    organizationId: me.org_id,
    requestsPerMinute: Math.min(perKey, perOrganization),
    live: key.environment === 'live',
    ...defined({
      tokensPerAps: me.credits?.rate_tokens_per_aps ?? undefined,
      instance: headers['x-emulator-instance'],
    }),
  }
}

/** A source as the target of a push. */
export function targetOf(
  source: Pick<SourceRecord, 'survey_id' | 'questions'>,
  groupId: string,
  facts: KeyFacts,
): PushTarget {
  return { groupId, sourceId: source.survey_id, fields: source.questions.map(fieldOf), ...facts }
}

type Question = Pick<ResultOf<'createSource'>['questions'][number], 'question_id' | 'question_text' | 'accepts_text'>

function fieldOf({ question_id: id, question_text: text, accepts_text: acceptsText }: Question) {
  return { id, text, acceptsText }
}
