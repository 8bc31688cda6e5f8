import { describe } from 'vitest'
import type { Json } from './exchange.js'
import type { Organization } from './organization.js'
import { rule } from './rule.js'
import { expectRefusal, openScene, payloadOf, pushBody, type Scene } from './scene.js'

/** A push in the making; each fault spoils one part of it. */
interface Draft {
  method: string
  path: string
  headers: Record<string, string>
  key: string | null
  body: Json
  rawBody?: string | Uint8Array
}
interface Scenery extends Scene {
  /** A live key whose one request of the minute is spent. */
  spentKey: string
}
interface Fault {
  name: string
  status: number
  code: string
  spoil(draft: Draft, scenery: Scenery, org: Organization): void
  /** Names of later faults that cannot stand in one request with this one. */
  without?: string[]
}

const BODY_FAULTS = [
  'no JSON',
  'an invalid body',
  'an unknown source',
  'a question without text',
  'a draft',
  'a used-up quota',
]
let tooLarge: Uint8Array | undefined

/** In the order of contract.md section 4: where two of them meet in one request, the earlier one answers. */
const FAULTS: Fault[] = [
  {
    name: 'a foreign Host',
    status: 403,
    code: 'FORBIDDEN_ORIGIN',
    spoil: (draft) => (draft.headers.host = 'evil.example'),
  },
  {
    name: 'a used-up limit',
    status: 429,
    code: 'RATE_LIMITED',
    spoil: (draft, { spentKey }) => (draft.key = spentKey),
    without: ['no credentials', 'a narrow scope'],
  },
  {
    name: 'an unknown route',
    status: 404,
    code: 'NOT_FOUND',
    spoil: (draft) => (draft.path = '/content/pusch'),
    without: ['a wrong method'],
  },
  { name: 'a wrong method', status: 405, code: 'METHOD_NOT_ALLOWED', spoil: (draft) => (draft.method = 'PUT') },
  {
    name: 'no credentials',
    status: 401,
    code: 'UNAUTHORIZED',
    spoil: (draft) => (draft.key = null),
    without: ['a narrow scope', 'a used idempotency key', 'a used-up quota'],
  },
  {
    name: 'a narrow scope',
    status: 403,
    code: 'INSUFFICIENT_PERMISSION',
    spoil: (draft, _, org) => (draft.key = org.keyOf('send')),
    without: ['a used idempotency key', 'a used-up quota'],
  },
  {
    name: 'too large a body',
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    spoil: (draft) => (draft.rawBody = tooLarge ??= Buffer.alloc(128 * 1024 * 1024 + 1, '[')),
    without: ['a wrong type', ...BODY_FAULTS],
  },
  {
    name: 'a wrong type',
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    spoil: (draft) => (draft.headers['content-type'] = 'text/plain'),
  },
  {
    name: 'a used idempotency key',
    status: 409,
    code: 'IDEMPOTENCY_KEY_REUSED',
    spoil: (draft) => (draft.headers['idempotency-key'] = 'used'),
  },
  {
    name: 'no JSON',
    status: 400,
    code: 'INVALID_JSON',
    spoil: (draft) => (draft.rawBody = '{"survey_id":'),
    without: BODY_FAULTS,
  },
  {
    name: 'an invalid body',
    status: 400,
    code: 'VALIDATION_ERROR',
    spoil: (draft) => (draft.body.source_reference = 5),
  },
  {
    name: 'an unknown source',
    status: 404,
    code: 'NOT_FOUND',
    spoil: (draft) => (draft.body.survey_id = '987654321'),
    without: ['a draft'],
  },
  {
    name: 'a question without text',
    status: 400,
    code: 'VALIDATION_ERROR',
    spoil: ({ body }, { draftId, draftChoiceId, choiceId }) => {
      body.question.question_id = body.survey_id === draftId ? draftChoiceId : choiceId
    },
  },
  {
    name: 'a draft',
    status: 409,
    code: 'SOURCE_NOT_PUBLISHED',
    spoil: ({ body }, { draftId, draftTextId }) => {
      body.survey_id = draftId
      body.question.question_id = draftTextId
    },
  },
  {
    name: 'a used-up quota',
    status: 402,
    code: 'APS_EXHAUSTED',
    spoil: (draft, _, org) => (draft.key = org.keyOf('live.all')),
  },
]

/** The quota of the organisation holds the two pushes of one byte, 0.001 APS each, that spend the idempotency key. */
const QUOTA = 0.002

describe('the order of checks', () => {
  FAULTS.forEach((first, place) => {
    const rate_limits = first.code === 'RATE_LIMITED'
    for (const second of FAULTS.slice(place + 1).filter((fault) => !first.without?.includes(fault.name))) {
      rule(
        `${first.name} answers before ${second.name}`,
        async (org) => {
          const scenery = await prepare(org)
          const body = pushBody(scenery, ['A text that costs something.'])
          const draft: Draft = { method: 'POST', path: '/content/push', headers: {}, key: org.keyOf('all'), body }
          // The later one first: where both choose the key, the earlier one's must stand.
          for (const fault of [second, first]) fault.spoil(draft, scenery, org)
          const { method, path, headers, key, rawBody } = draft
          const sent = rawBody === undefined ? { body } : { rawBody }
          expectRefusal(
            await org.request(method, path, { headers, key: key as `inpk_${string}` | null, ...sent }),
            first.status,
            first.code,
          )
        },
        { organization: { plan: { limit: QUOTA }, rate_limits } },
      )
    }
  })

  for (const { name, status, code, spoil } of FAULTS) {
    rule(
      `${name} alone answers ${status} ${code}`,
      async (org) => {
        const scenery = await prepare(org)
        const body = pushBody(scenery, ['A text that costs something.'])
        const draft: Draft = { method: 'POST', path: '/content/push', headers: {}, key: org.keyOf('all'), body }
        spoil(draft, scenery, org)
        const { method, path, headers, key, rawBody } = draft
        const sent = rawBody === undefined ? { body } : { rawBody }
        expectRefusal(
          await org.request(method, path, { headers, key: key as `inpk_${string}` | null, ...sent }),
          status,
          code,
        )
      },
      { organization: { plan: { limit: QUOTA }, rate_limits: code === 'RATE_LIMITED' } },
    )
  }
})

/** A scene whose idempotency key `used`, quota and one key's minute are spent. */
async function prepare(org: Organization): Promise<Scenery> {
  const scene = await openScene(org)
  const setting = { label: 'One a minute', environment: 'live', scope: 'all', rate_limit_per_minute: 1 }
  const spentKey = payloadOf(await org.control('POST', '/keys', setting)).api_key
  for (const key of [spentKey, 'live.all', 'all'] as const) {
    payloadOf(await org.post('/content/push', pushBody(scene, ['x']), { key, idempotencyKey: 'used' }))
  }
  return { ...scene, spentKey }
}
