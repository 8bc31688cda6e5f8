import { COMMON_ERRORS, operation } from '../operation.js'
import { Credits, RateLimits } from '../records.js'
import { assumed, Nullable, Time, Type, Words } from '../schema.js'
import { ENVIRONMENTS } from '../scopes.js'

const getMe = operation({
  id: 'getMe',
  noun: 'keys',
  summary: 'Introspection: the calling key, its organisation, limits and credits; charges nothing',
  routes: [{ method: 'GET', path: '/me', words: 'classic', access: 'any' }],
  result: Type.Object({
    key: Type.Object(
      {
        id: Type.String(),
        name: Type.String(),
        environment: Words(ENVIRONMENTS),
        permissions: Type.Array(Type.String()),
        created_at: assumed(Time),
      },
      { additionalProperties: true },
    ),
    org_id: Type.Integer(),
    org_name: Type.Optional(Type.String()),
    rate_limits: RateLimits,
    credits: Type.Optional(Nullable(Credits)),
    webhook_events: Type.Optional(Type.Array(Type.String())),
  }),
  statuses: [200],
  errors: [...COMMON_ERRORS],
})

export const ROWS = { getMe }
