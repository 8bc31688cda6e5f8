import { parseApiKey } from '../../src/contract/api-key.js'
import type { ControlResultOf } from '../../src/contract/control/index.js'
import { formatTime } from '../../src/contract/times.js'
import { INITIAL_KEYS } from '../../src/contract/well-known-keys.js'
import type { ControlContext, ControlHandler } from '../core/control-handler.js'
import { notFound, Refusal } from '../core/refusal.js'
import { rowOfId } from '../operations/find-rows.js'
import { freshKey, randomKey } from '../organizations/create-organization.js'
import { hashSecret, isBound, newKey } from '../rules/api-keys.js'
import { dropRevokedKeys } from '../rules/caps.js'
import { FIRST_MEMBER } from '../rules/initial-changes.js'
import { put } from '../state/change.js'
import type { ApiKey, State } from '../state/state.js'

const listKeys: ControlHandler<'listKeys'> = {
  decide: (_input, context) => ({
    answer: {
      items: inOrder(Object.values(context.state.keys).filter((key) => isKept(key, context))).map((key) =>
        keyOnWire(key, context),
      ),
    },
  }),
}

/** A new key; its string is shown here and nowhere again (KEY-12). */
const createKey: ControlHandler<'createKey'> = {
  decide({ body }, context) {
    const { state, now, service } = context
    const memberId = body.member_id ?? FIRST_MEMBER.id
    if (!rowOfId(state.members, memberId)) throw notFound('member', memberId.slice(0, 40))
    const apiKey = freshKey(body.environment, service, context.randomness)
    const { id, secret } = parseApiKey(apiKey)!
    const { label, environment, scope, rate_limit_per_minute: rateLimitPerMinute } = body
    const key = newKey({ id, secret, label, environment, scope, rateLimitPerMinute, memberId, createdAt: now })
    return {
      answer: { ...keyOnWire(key, context), api_key: apiKey },
      summary: `created key ${id}`,
      changes: [put('keys', id, key)],
    }
  },
}

const getKey: ControlHandler<'getKey'> = {
  decide({ params }, context) {
    const key = requireKeyRow(context.state, params.id)
    if (!isKept(key, context)) throw notFound('key', key.id)
    return { answer: keyOnWire(key, context) }
  },
}

const updateKey: ControlHandler<'updateKey'> = {
  decide({ params, body }, context) {
    const key = requireUsableKey(context.state, params.id)
    const updated = {
      ...key,
      label: body.label ?? key.label,
      rateLimitPerMinute: body.rate_limit_per_minute ?? key.rateLimitPerMinute,
    }
    return {
      answer: keyOnWire(updated, context),
      summary: `changed key ${key.id}`,
      changes: [put('keys', key.id, updated)],
    }
  },
}

const revokeKey: ControlHandler<'revokeKey'> = {
  decide({ params }, { state, organization }) {
    const key = requireKeyRow(state, params.id)
    return {
      answer: undefined,
      summary: `revoked key ${key.id}`,
      changes: [...dropRevokedKeys(state, organization.caps), put('keys', key.id, { ...key, state: 'revoked' })],
    }
  },
}

/** A new secret under the same identifier; the old one dies at once (AUT-4). */
const rotateKey: ControlHandler<'rotateKey'> = {
  decide({ params }, context) {
    const key = requireUsableKey(context.state, params.id)
    const fresh = parseApiKey(randomKey(key.environment, context.randomness))!
    const rotated = { ...key, secretHash: hashSecret(fresh.secret) }
    const apiKey = `inpk_${key.environment}_${key.id}_${fresh.secret}`
    return {
      answer: { ...keyOnWire(rotated, context), api_key: apiKey },
      summary: `rotated key ${key.id}`,
      changes: [put('keys', key.id, rotated)],
    }
  },
}

/** Whether a key is shown: a revoked one may be gone from all lists. */
function isKept({ state }: ApiKey, { organization }: ControlContext): boolean {
  return state !== 'revoked' || organization.contract.values['revoked-keys'].rule === 'kept'
}

/** Oldest first, initial ones in the order of the scopes; a snapshot would order them by their random identifiers. */
function inOrder(keys: ApiKey[]): ApiKey[] {
  const placeOf = ({ environment, scope }: ApiKey) =>
    INITIAL_KEYS.findIndex((each) => each.environment === environment && each.scope === scope)
  return keys.sort((a, b) => a.createdAt - b.createdAt || placeOf(a) - placeOf(b))
}

function requireKeyRow(state: Readonly<State>, id = ''): ApiKey {
  const key = rowOfId(state.keys, id)
  if (!key) throw notFound('key', id.slice(0, 40))
  return key
}

/** A revoked key stays in the list, but there is nothing left to change or rotate (AUT-4: the new secret works). */
function requireUsableKey(state: Readonly<State>, id = ''): ApiKey {
  const key = requireKeyRow(state, id)
  if (key.state === 'revoked') throw new Refusal('NOT_FOUND', `key ${key.id} is revoked; create another`)
  return key
}

/** An `mcp_read` key whose member is gone shows as stopped (MCP-4). */
function keyOnWire(key: ApiKey, { state, organization }: ControlContext): ControlResultOf<'getKey'> {
  const byStatus = organization.counters.usage.get(key.id) ?? {}
  return {
    id: key.id,
    label: key.label,
    environment: key.environment,
    scope: key.scope,
    rate_limit_per_minute: key.rateLimitPerMinute,
    member_id: key.memberId,
    state: key.state === 'active' && !isBound(key, state) ? 'stopped' : key.state,
    created_at: formatTime(key.createdAt),
    usage: { total: Object.values(byStatus).reduce((sum, count) => sum + count, 0), by_status: byStatus },
  }
}

export const HANDLERS = { listKeys, createKey, getKey, updateKey, revokeKey, rotateKey }
