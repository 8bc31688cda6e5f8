import type { Choices } from './choices.js'
import type { Route } from './route.js'
import { COUNT, type Member, NUMBER, record, type Schema, TEXT } from './shape.js'
import type { Key } from './state.js'

const EVENTS = [
  'content.pushed',
  'series.created',
  'survey.created',
  'survey.published',
  'analysis.completed',
  'flag.raised',
  'report.ready',
  'invites.completed',
  'invite.bounced',
]

const NOBODY: Choices['nulls'] = 'null'

/** `GET /api/input/me`, of which nearly all is shown. */
export function meRoute(c: Choices, numbers: Record<string, number>): Route {
  // The members of credits may be null, whatever the service does elsewhere.
  const shown = { ...c, nulls: NOBODY }
  const rates: Schema = {
    type: 'object',
    title: 'RateLimits',
    properties: Object.fromEntries(Object.keys(numbers).map((name) => [name, COUNT])),
    required: Object.keys(numbers),
  }
  const keyName = c['me.keyId'] === 'integer' ? COUNT : TEXT
  const key = record<Key>(shown, 'ApiKey', [
    { name: 'id', schema: keyName, of: (each) => (c['me.keyId'] === 'integer' ? each.number : each.id) },
    { name: 'name', schema: TEXT, of: (each) => each.name },
    { name: 'environment', schema: { type: 'string', enum: ['test', 'live'] }, of: (each) => each.environment },
    {
      name: 'permissions',
      schema: c['me.permissions'] === 'list' ? { type: 'array', items: TEXT } : TEXT,
      of: ({ scope }) => (c['me.permissions'] === 'list' ? [scope] : scope),
    },
  ])
  const self = record<Key>(shown, 'KeyInfo', [
    { name: 'key', schema: key.schema, of: key.write },
    { name: 'org_id', schema: COUNT, of: () => 77 },
    { name: 'org_name', schema: TEXT, of: () => 'A foreign organisation' },
    { name: 'rate_limits', schema: rates, of: () => numbers },
    { name: 'credits', schema: credits(shown).schema, of: () => credits(shown).write(undefined), mayLack: true },
    { name: 'webhook_events', schema: { type: 'array', items: TEXT }, of: () => EVENTS },
  ])
  return {
    id: 'getMe',
    method: 'GET',
    path: '/api/input/me',
    scope: 'any',
    summary: 'Tells about the key',
    answers: { 200: self.schema },
    run: ({ key: own }) => ({ status: 200, payload: self.write(own) }),
  }
}

function credits(c: Choices) {
  const member = (name: string, schema: Schema, value?: unknown): Member<unknown> => ({
    name,
    schema,
    of: () => value,
    mayLack: true,
  })
  return record<unknown>(c, 'Credits', [
    member('limit', NUMBER, 5000),
    member('used', NUMBER, 12.5),
    member('remaining', NUMBER, 4987.5),
    member('period_start', TEXT),
    member('period_end', TEXT),
    member('rate_tokens_per_aps', COUNT, 1000),
  ])
}
