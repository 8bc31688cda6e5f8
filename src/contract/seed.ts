import { EMULATOR_KEY_PREFIX } from './api-key.js'
import { Closed } from './control/control-row.js'
import { CONTROL_OPERATIONS } from './control/index.js'
import { ItemArray } from './items/schemas.js'
import { LIMITS } from './limits.js'
import { OAUTH_SECRETS } from './oauth.js'
import { createGroup } from './operations/groups.js'
import { createSource, NewQuestion } from './operations/sources.js'
import { TRACKINGS } from './records.js'
import { Nullable, Shaped, type Static, Type, Words } from './schema.js'
import { ENVIRONMENTS } from './scopes.js'

const { properties: question } = NewQuestion
const { properties: source } = createSource.body
const { properties: organization } = CONTROL_OPERATIONS.updateOrganization.body

const LAST_ID = 999_999_999

/** A number, or its digits: identifiers are strings in JSON bodies, and numbers to whoever writes YAML. */
const Id = Type.Union([
  Type.Integer({ minimum: 1, maximum: LAST_ID }),
  Shaped('^[1-9][0-9]{0,8}$', 'must be a whole number from 1 to 999,999,999'),
])
const givenId = Type.Optional({ ...Id, description: 'default: the next one above all ids of this file' })

/** A field (a question in classic words) with its feedback. */
const SeedField = Closed({
  id: givenId,
  text: question.question_text,
  type: Type.Optional(question.type),
  options: question.options,
  required: question.required,
  items: Type.Optional(ItemArray),
})

const SeedSource = Closed({
  id: givenId,
  title: source.survey_title,
  description: source.survey_description,
  feedback_type: source.feedback_type,
  published: Type.Optional(Type.Boolean({ description: 'default: true' })),
  source_reference: Type.Optional(
    Type.String({ minLength: 1, maxLength: LIMITS.sourceReference, description: 'of its items' }),
  ),
  fields: Type.Optional(Type.Array(SeedField, { maxItems: LIMITS.questionsPerSource })),
  invite_template: Type.Optional(CONTROL_OPERATIONS.setTemplate.body),
})

const SeedGroup = Closed({
  id: givenId,
  name: createGroup.body.properties.name,
  tracking: Type.Optional(Words(TRACKINGS)),
  sources: Type.Optional(Type.Array(SeedSource)),
})

const SeedMember = Closed({
  id: givenId,
  ...CONTROL_OPERATIONS.createMember.body.properties,
  active: Type.Optional(Type.Boolean({ description: 'default: true' })),
})

const { properties: key } = CONTROL_OPERATIONS.createKey.body

/** The text says environment and identifier; keys of the real service never have an identifier of this form. */
const SeedKey = Closed({
  api_key: Shaped(
    `^inpk_(live|test)_${EMULATOR_KEY_PREFIX}[A-Za-z0-9]{7}_[A-Za-z0-9+/]{43}=$`,
    `must be inpk_test_ or inpk_live_, ${EMULATOR_KEY_PREFIX} and 7 letters or digits, _ and a secret of 44 characters from \`openssl rand -base64 32\``,
    { description: 'the whole key, such as inpk_test_EMUSHOP001_ and the output of `openssl rand -base64 32`' },
  ),
  label: key.label,
  environment: Type.Optional(Words(ENVIRONMENTS, { description: 'default: that of api_key' })),
  scope: key.scope,
  rate_limit_per_minute: key.rate_limit_per_minute,
  member_id: Type.Optional({ ...Id, description: 'who created it (default: the owner, 1)' }),
  state: Type.Optional(Words(['active', 'revoked'], { description: 'default: active' })),
})

const SeedSubscription = Closed({
  id: givenId,
  ...CONTROL_OPERATIONS.createSubscription.body.properties,
  secret: Type.Optional(Type.String({ minLength: 8, maxLength: 200, description: 'signing secret (default: random)' })),
})

const SeedMonitor = Closed({
  id: givenId,
  ...CONTROL_OPERATIONS.createMonitor.body.properties,
  source_id: Type.Optional(Nullable(Id)),
})

const SeedReport = Closed({
  id: givenId,
  feedback_group_id: Id,
  produced: Type.Optional(
    Type.Array(
      Closed({
        report_id: givenId,
        period_key: Type.String({ description: 'of a period that has ended, such as 2026-W08, 2026-02 or 2026-Q1' }),
      }),
    ),
  ),
})

const token = (start: string, what: string) =>
  Type.Optional(
    Shaped(`^${start}[A-Za-z0-9_-]{16,200}$`, `must be ${start} and 16 to 200 letters, digits, - and _`, {
      description: what,
    }),
  )

/** An AI assistant that signed in. */
const SeedConnection = Closed({
  id: Type.Optional(
    Shaped('^con_[A-Za-z0-9_-]{1,60}$', 'must be con_ and 1 to 60 letters, digits, - and _', {
      description: 'default: random',
    }),
  ),
  client_name: Type.String({ minLength: 1, maxLength: 200 }),
  client_id: Type.Optional(
    Shaped('^[A-Za-z0-9_-]{1,128}$', 'must be 1 to 128 letters, digits, - and _', {
      description: 'of its registration (default: random)',
    }),
  ),
  member_id: Type.Optional({ ...Id, description: 'the active member who approved it (default: the owner, 1)' }),
  access_token: token(OAUTH_SECRETS.access, 'token for the MCP endpoint (default: none)'),
  expires_at: Type.Optional(
    Type.String({
      description: 'when access_token expires: a date, or a time with Z or an offset (default: after an hour)',
    }),
  ),
  refresh_token: token(OAUTH_SECRETS.refresh, 'token to renew it with (default: none)'),
})

/** What an organisation starts with: written by hand as YAML or JSON, taken in as a whole or not at all. */
export const SeedDocument = Closed({
  $schema: Type.Optional(Type.String()),
  organization: Type.Optional(
    Closed({
      name: organization.name,
      plan: organization.plan,
      per_org_per_minute: organization.per_org_per_minute,
      rate_limits: organization.rate_limits,
      invite_quota: organization.invite_quota,
    }),
  ),
  clock: organization.clock,
  sender_domain: Type.Optional(CONTROL_OPERATIONS.setSenderDomain.body),
  analysis_rules: Type.Optional(CONTROL_OPERATIONS.setAnalysisRules.body.properties.items),
  groups: Type.Optional(Type.Array(SeedGroup)),
  members: Type.Optional(Type.Array(SeedMember)),
  keys: Type.Optional(Type.Array(SeedKey)),
  connections: Type.Optional(Type.Array(SeedConnection)),
  subscriptions: Type.Optional(Type.Array(SeedSubscription)),
  monitors: Type.Optional(Type.Array(SeedMonitor)),
  reports: Type.Optional(Type.Array(SeedReport)),
  faults: Type.Optional(Type.Array(CONTROL_OPERATIONS.createFault.body)),
})
export type SeedDocument = Static<typeof SeedDocument>
export type SeedGroup = Static<typeof SeedGroup>
export type SeedSource = Static<typeof SeedSource>
export type SeedKey = Static<typeof SeedKey>
export type SeedReport = Static<typeof SeedReport>
export type SeedConnection = Static<typeof SeedConnection>

/** The schema as editors read it. */
export function seedSchema(): Record<string, unknown> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'inpk seed',
    description: 'Initial contents of an organisation of the emulator (inpk emulator seed FILE)',
    ...SeedDocument,
  }
}
