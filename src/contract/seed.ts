import { Closed } from './control/control-row.js'
import { CONTROL_OPERATIONS } from './control/index.js'
import { ItemArray } from './items/schemas.js'
import { LIMITS } from './limits.js'
import { createGroup } from './operations/groups.js'
import { createSource, NewQuestion } from './operations/sources.js'
import { TRACKINGS } from './records.js'
import { type Static, Type, Words } from './schema.js'

const { properties: question } = NewQuestion
const { properties: source } = createSource.body
const { properties: organization } = CONTROL_OPERATIONS.updateOrganization.body

/** A field (a question in classic words) with its feedback. */
const SeedField = Closed({
  text: question.question_text,
  type: Type.Optional(question.type),
  options: question.options,
  required: question.required,
  items: Type.Optional(ItemArray),
})

const SeedSource = Closed({
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
  name: createGroup.body.properties.name,
  tracking: Type.Optional(Words(TRACKINGS)),
  sources: Type.Optional(Type.Array(SeedSource)),
})

/** Lists whose entries are bodies of a control operation. */
export const SEED_LISTS = {
  members: 'createMember',
  subscriptions: 'createSubscription',
  monitors: 'createMonitor',
  faults: 'createFault',
} as const

const SeedSubscription = Closed({
  ...CONTROL_OPERATIONS.createSubscription.body.properties,
  secret: Type.Optional(Type.String({ minLength: 8, maxLength: 200, description: 'signing secret (default: random)' })),
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
  members: Type.Optional(Type.Array(CONTROL_OPERATIONS.createMember.body)),
  subscriptions: Type.Optional(Type.Array(SeedSubscription)),
  monitors: Type.Optional(Type.Array(CONTROL_OPERATIONS.createMonitor.body)),
  faults: Type.Optional(Type.Array(CONTROL_OPERATIONS.createFault.body)),
})
export type SeedDocument = Static<typeof SeedDocument>
export type SeedGroup = Static<typeof SeedGroup>
export type SeedSource = Static<typeof SeedSource>

/** The schema as editors read it. */
export function seedSchema(): Record<string, unknown> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'inpk seed',
    description: 'Initial contents of an organisation of the emulator (inpk emulator seed FILE)',
    ...SeedDocument,
  }
}
