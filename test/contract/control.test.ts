import { describe, expect, test } from 'vitest'
import { CONTROL_IDS, CONTROL_OPERATIONS, controlRowOf } from '../../src/contract/control/index.js'
import { OPERATION_IDS } from '../../src/contract/operations/index.js'

/** Every path and method of the control API, as it is written down; `…` is `/orgs/{org_id}`. */
const PATHS: Record<string, string> = {
  '/info': 'GET',
  '/assumptions': 'GET',
  '/assumptions/{id}': 'GET',
  '/orgs': 'GET POST',
  '…': 'DELETE GET PATCH',
  '…/keys': 'GET POST',
  '…/keys/{id}': 'DELETE GET PATCH',
  '…/keys/{id}/rotate': 'POST',
  '…/members': 'GET POST',
  '…/members/{id}': 'GET PATCH',
  '…/subscriptions': 'GET POST',
  '…/subscriptions/{id}': 'DELETE GET PATCH',
  '…/subscriptions/{id}/secret': 'POST',
  '…/subscriptions/{id}/test': 'POST',
  '…/deliveries': 'GET',
  '…/deliveries/{id}': 'GET',
  '…/deliveries/{id}/redeliver': 'POST',
  '…/events': 'POST',
  '…/groups': 'GET',
  '…/groups/{id}': 'GET PATCH',
  '…/monitors': 'GET POST',
  '…/monitors/{id}': 'DELETE GET PATCH',
  '…/reports': 'GET POST',
  '…/reports/{id}': 'DELETE GET',
  '…/invite-templates': 'GET',
  '…/invite-templates/{source_id}': 'DELETE GET PUT',
  '…/sender-domain': 'GET PUT',
  '…/outbox': 'GET',
  '…/outbox/{id}': 'GET',
  '…/outbox/{id}/message.eml': 'GET',
  '…/outbox/{id}/message.html': 'GET',
  '…/analysis-rules': 'GET PUT',
  '…/sources': 'GET',
  '…/items': 'GET',
  '…/items/{id}': 'GET',
  '…/sources/{id}/analysis': 'GET',
  '…/requests': 'GET',
  '…/requests/{id}': 'GET',
  '…/clock': 'GET PUT',
  '…/clock/advance': 'POST',
  '…/faults': 'GET POST',
  '…/faults/{id}': 'DELETE GET',
  '…/connections': 'GET POST',
  '…/connections/{id}': 'DELETE GET',
  '…/reset': 'POST',
  '…/seed': 'POST',
  '…/snapshots': 'GET POST',
  '…/snapshots/{name}': 'DELETE GET',
  '…/snapshots/{name}/restore': 'POST',
  '…/log': 'GET',
  '…/log/{seq}': 'GET',
  '…/undo': 'POST',
  '…/diff': 'GET',
  '…/export': 'GET',
  '…/import': 'POST',
  '…/stream': 'GET',
}

const rows = CONTROL_IDS.map(controlRowOf)

describe('the control table', () => {
  test('has every path and method of the control API, and no other', () => {
    const addresses = rows.map(({ path, method }) => `${path.replace('/orgs/{org_id}', '…')} ${method}`)
    const expected = Object.entries(PATHS).flatMap(([path, methods]) =>
      methods.split(' ').map((method) => `${path} ${method}`),
    )
    expect(addresses.toSorted()).toEqual(expected.toSorted())
  })

  test('ids are the names of the rows and shared with no operation of the service', () => {
    for (const id of CONTROL_IDS) expect(controlRowOf(id).id).toBe(id)
    expect(CONTROL_IDS.filter((id) => (OPERATION_IDS as string[]).includes(id))).toEqual([])
  })

  test('deletions answer 204, all else 200; organisations stand in the path where they matter', () => {
    for (const { method, status, path, perOrganization } of rows) {
      expect(status).toBe(method === 'DELETE' ? 204 : 200)
      expect(perOrganization).toBe(path.startsWith('/orgs/{org_id}'))
    }
  })

  test('bodies and queries refuse unknown members, but for documents', () => {
    const open = rows
      .filter(({ body }) => body && !JSON.stringify(body).includes('"additionalProperties":false'))
      .map(({ id }) => id)
    expect(open).toEqual(['seedOrganization', 'importOrganization'])
    for (const { query } of rows) if (query) expect(query).toHaveProperty('additionalProperties', false)
  })

  test('[KEY-2] [KEY-4] [KEY-6] a key is asked for with environment, scope and a limit of 1 to 300', () => {
    const { properties, required } = CONTROL_OPERATIONS.createKey.body
    expect(required).toEqual(['label', 'environment', 'scope'])
    expect(properties.environment).toMatchObject({ enum: ['test', 'live'] })
    expect(properties.scope).toMatchObject({ enum: ['push', 'create', 'send', 'mcp_read', 'all'] })
    expect(properties.rate_limit_per_minute).toMatchObject({ type: 'integer', minimum: 1, maximum: 300 })
  })

  test('[KEY-12] the key string is in the answers of creation and rotation only', () => {
    const showing = rows.filter(({ result }) => JSON.stringify(result).includes('"api_key"')).map(({ id }) => id)
    expect(showing).toEqual(['createKey', 'rotateKey'])
  })

  test('the signing secret is in the answers of creation and regeneration only', () => {
    const showing = rows.filter(({ result }) => JSON.stringify(result).includes('"secret"')).map(({ id }) => id)
    expect(showing).toEqual(['createSubscription', 'regenerateSecret'])
  })
})
