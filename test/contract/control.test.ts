import { describe, expect, test } from 'vitest'
import { CONTROL_IDS, CONTROL_OPERATIONS, controlRowOf } from '../../src/contract/control/index.js'
import { OPERATION_IDS } from '../../src/contract/operations/index.js'

const rows = CONTROL_IDS.map(controlRowOf)

describe('the control table', () => {
  test('everything listed can be read alone, under the path of its list', () => {
    const reads = rows.filter(({ method }) => method === 'GET').map(({ path }) => path)
    const lists = rows.filter(({ id }) => id.startsWith('list')).map(({ path }) => path)
    const alone = (list: string) => reads.some((path) => path.startsWith(`${list}/{`) && path.endsWith('}'))
    // A group with its sources is read from the list of groups.
    expect(lists.filter((list) => !alone(list))).toEqual(['/orgs/{org_id}/sources'])
  })

  test('the method is the one that the verb of the id asks for, and no address is twice', () => {
    const methods = { list: 'GET', get: 'GET', create: 'POST', update: 'PATCH', delete: 'DELETE', revoke: 'DELETE' }
    for (const { id, method } of rows) {
      const verb = /^[a-z]+/.exec(id)![0] as keyof typeof methods
      expect(`${id}: ${methods[verb] ?? method}`).toBe(`${id}: ${method}`)
      if (verb === ('set' as string)) expect(method).toBe('PUT')
    }
    const addresses = rows.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)
    expect(new Set(addresses).size).toBe(addresses.length)
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
