import { COMMON_ERRORS, operation } from '../operation.js'
import { Credits, RateLimits } from '../records.js'
import { assumed, Nullable, named, Time, Type, Words } from '../schema.js'
import { ENVIRONMENTS } from '../scopes.js'

const getMe = operation({
  id: 'getMe',
  introspects: true,
  noun: 'keys',
  summary: 'Introspection: the calling key, its organisation, limits and credits; charges nothing',
  routes: [{ method: 'GET', path: '/me', words: 'classic', access: 'any' }],
  result: named(
    Type.Object({
      key: named(
        Type.Object(
          {
            id: Type.String(),
            name: Type.String(),
            environment: Words(ENVIRONMENTS),
            permissions: Type.Array(Type.String()),
            created_at: assumed(Time),
          },
          { additionalProperties: true },
        ),
        'ApiKey',
      ),
      org_id: Type.Integer(),
      org_name: Type.Optional(Type.String()),
      rate_limits: RateLimits,
      credits: Type.Optional(Nullable(Credits)),
      webhook_events: Type.Optional(
        Type.Array(Type.String({ description: 'An event the organisation can subscribe to.' })),
      ),
    }),
    'KeyInformation',
  ),
  statuses: [200],
  probe: 'harmless',
  statusShown: true,
  errors: [...COMMON_ERRORS],
})

export const ROWS = { getMe }
