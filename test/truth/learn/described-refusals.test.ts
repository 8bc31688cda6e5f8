import { expect, test } from 'vitest'
import type { ErrorCode } from '../../../src/contract/errors.js'
import type { Facts } from '../../../src/contract/facts/facts.js'
import { learn } from '../../../src/truth/learn/learn.js'
import { factsOf } from '../../../src/truth/learn/verdicts.js'
import { describe as describeItself, startReal } from '../../round-trip/real-service.js'

/** Refusals that operations are described with. */
const DESCRIBED: readonly ErrorCode[] = [
  'VALIDATION_ERROR',
  'INVALID_JSON',
  'UNAUTHORIZED',
  'APS_EXHAUSTED',
  'SENDER_DOMAIN_UNVERIFIED',
  'INVITE_QUOTA_EXCEEDED',
  'FORBIDDEN_ORIGIN',
  'NOT_FOUND',
  'IDEMPOTENCY_KEY_REUSED',
  'SOURCE_NOT_PUBLISHED',
  'INVITE_TEMPLATE_MISSING',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
  'SERVICE_BUSY',
]

const SPOKEN: readonly string[][] = [
  [
    'InvalidRequest MalformedJson Unauthenticated InsufficientCredits DomainNotVerified TooManyInvites OriginNotAllowed ResourceNotFound',
    'IdempotencyConflict SurveyNotPublished TemplateNotFound RequestTooLarge UnsupportedContentType TooManyRequests ServiceUnavailable',
  ],
  [
    'bad_request parse_error invalid_api_key payment_required sender_not_verified email_quota_exceeded forbidden no_such_resource',
    'conflict source_is_draft missing_template body_too_large invalid_content_type throttled overloaded',
  ],
  [
    'E_INPUT E_BODY E_AUTH E_PLAN E_MAIL E_MONTH E_PLACE E_WHERE',
    'E_AGAIN E_STATE E_LETTER E_WEIGHT E_FORM E_SPEED E_BUSY',
  ],
]

const said: Facts[] = [
  ...SPOKEN.map((lines) => lines.join(' ').split(' ')),
  DESCRIBED.map((_, index) => `E${2001 + index}`),
].map((codes) => Object.fromEntries(DESCRIBED.map((own, index) => [`error:${own}`, { code: codes[index] }])) as Facts)

const ofErrors = (facts: object) => Object.fromEntries(Object.entries(facts).filter(([id]) => id.startsWith('error:')))

async function learnedOf(facts: Facts) {
  const emulator = await startReal(facts)
  const root = await describeItself(emulator)
  await emulator.close()
  const from = { from: 'openapi.json', kind: 'description' } as const
  return ofErrors(factsOf(learn({ documents: [{ root, from }], traffic: [] }).verdicts))
}

test.each(said.map((facts) => [(facts['error:NOT_FOUND'] as { code?: string }).code!, facts] as const))(
  'codes such as %s are known by their words and by what a description says about them',
  async (_code, facts) => {
    const learned = await learnedOf(facts)
    const wrong = Object.entries(learned).filter(([id, fact]) => JSON.stringify(facts[id]) !== JSON.stringify(fact))
    expect(wrong).toEqual([])
    expect(Object.keys(facts).filter((id) => learned[id] === undefined)).toEqual([])
  },
)

test('a status that is not ours is learned with its code', async () => {
  const facts = {
    'error:SOURCE_NOT_PUBLISHED': { code: 'NOT_LIVE', status: 422 },
    'error:VALIDATION_ERROR': { status: 422 },
  } as unknown as Facts
  expect(await learnedOf(facts)).toEqual(facts)
})

test('without facts every code that is described is confirmed', async () => {
  expect(await learnedOf({})).toEqual({})
})

/** A description with one operation of ours that is refused so. */
function refused(responses: object) {
  const paths = {
    '/api/input/me': { get: { operationId: 'me', responses: { 200: { description: 'ok' }, ...responses } } },
  }
  const from = { from: 'openapi.json', kind: 'description' } as const
  const root = { openapi: '3.1.0', info: {}, paths }
  return learn({ documents: [{ root, from }], traffic: [] }).verdicts
}

const response = (codes: readonly string[], description = '') => ({
  description,
  content: {
    'application/json': {
      schema: { type: 'object', properties: { error: { type: 'object', properties: { code: { enum: codes } } } } },
    },
  },
})

test.each([
  ['a code without a meaning', { 409: response(['WEIRD']) }],
  ['a status alone', { 404: { description: 'not found' } }],
  ['a code for one kind of record', { 404: response(['SURVEY_NOT_FOUND']) }],
  ['one of two codes for the same', { 404: response(['NO_SUCH_THING', 'DOES_NOT_EXIST']) }],
  ['a number beside another of its status', { 404: response(['E10', 'E11']) }],
  ['a number of a status with several reasons', { 409: response(['E10']) }],
])('%s proves nothing', (_what, responses) => {
  expect(ofErrors(factsOf(refused(responses)))).toEqual({})
})

test('a code is known by the part of a description that is about it, where several are described together', () => {
  const both = response(['E10', 'E11'], 'E10: the template is missing. E11: the source is a draft.')
  expect(ofErrors(factsOf(refused({ 409: both })))).toEqual({
    'error:INVITE_TEMPLATE_MISSING': { code: 'E10' },
    'error:SOURCE_NOT_PUBLISHED': { code: 'E11' },
  })
})

test('a number is what is said about it, whatever its status, where another code is said to be that of the status', () => {
  const pushes = response(['RATE_LIMITED', 'E4'], 'RATE_LIMITED: slow down. E4: a push would exceed the quota.')
  const invites = response(['E6'], 'E6: invites beyond the quota.')
  expect(ofErrors(factsOf(refused({ 402: invites, 429: pushes })))).toEqual({
    'error:APS_EXHAUSTED': { code: 'E4', status: 429 },
    'error:INVITE_QUOTA_EXCEEDED': { code: 'E6', status: 402 },
  })
  const swapped = {
    429: response(['E19'], 'E19: the global rate limiter.'),
    503: response(['E17'], 'E17: a rate limit is used up.'),
  }
  expect(ofErrors(factsOf(refused(swapped)))).toEqual({
    'error:RATE_LIMITED': { code: 'E17', status: 503 },
    'error:SERVICE_BUSY': { code: 'E19', status: 429 },
  })
})

test('a number may be that of its status or what is said about it, where nothing else tells', () => {
  const verdicts = refused({ 402: response(['E6'], 'E6: invites beyond the quota.') })
  expect(ofErrors(factsOf(verdicts))).toEqual({})
  const open = verdicts.filter(({ state, candidates }) => state === 'ambiguous' && candidates.includes(': E6'))
  expect(open.map(({ id }) => id)).toEqual(['error:APS_EXHAUSTED', 'error:INVITE_QUOTA_EXCEEDED'])
})
