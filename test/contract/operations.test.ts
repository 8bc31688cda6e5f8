import { describe, expect, test } from 'vitest'
import { CONTROL_IDS, CONTROL_PREFIX, controlRowOf } from '../../src/contract/control/index.js'
import { ERRORS } from '../../src/contract/errors.js'
import { EVENT_NAMES } from '../../src/contract/events.js'
import { MOUNTS, type Route } from '../../src/contract/operation.js'
import { OPERATION_IDS, OPERATIONS, type OperationId, rowOf } from '../../src/contract/operations/index.js'
import { INTERFACE_RULES } from '../../src/contract/rules.js'
import { allows, SCOPES } from '../../src/contract/scopes.js'

/** Every address the interface shows: the routes that sentences of its rules name. */
const SHOWN = new Set(
  [...INTERFACE_RULES.values()].flatMap(({ sentence }) =>
    [...sentence.matchAll(/`((?:GET|POST) \/[\w/{}.-]+)`/g)].map(([, address]) => address!),
  ),
)
const routes: (Route & { id: OperationId })[] = OPERATION_IDS.flatMap((id) =>
  rowOf(id).routes.map((route) => ({ id, ...route })),
)
/** Under the mounts a route has, and without any. */
const addressesOf = ({ method, path, mounts = MOUNTS }: Route) =>
  [...mounts, ''].map((mount) => `${method} ${mount}${path}`)

describe('[VER-7] every operation of the interface has its row', () => {
  test('every address of both tables is as recorded: a change of the interface is to be seen in review', async () => {
    const service = routes.map(({ id, method, path, access, words, mounts = MOUNTS }) => {
      const under = mounts.map((mount) => mount || 'the root').join(', ')
      return `${method} ${path}  ${id}: ${words}, scopes ${[access].flat().join(' ')}, ${rowOf(id).statuses}, under ${under}`
    })
    const control = CONTROL_IDS.map(controlRowOf).map(({ id, method, path, status }) => {
      return `${method} ${CONTROL_PREFIX}${path}  ${id}: ${status}`
    })
    await expect(`${[...service, '', ...control].join('\n')}\n`).toMatchFileSnapshot('recorded/addresses.txt')
  })

  test('each row bears the id it is called by', () => {
    for (const id of OPERATION_IDS) expect(rowOf(id).id).toBe(id)
  })

  test('each address that a rule of the interface names is one of a row', () => {
    const known = new Set(routes.flatMap(addressesOf))
    expect([...SHOWN].filter((address) => !known.has(address))).toEqual([])
  })

  test('each route that no rule names is marked as assumed, and no other is', () => {
    const unlike = routes.filter(
      (route) => addressesOf(route).some((each) => SHOWN.has(each)) === Boolean(route.assumed),
    )
    expect(unlike.map(({ method, path, words }) => `${method} ${path} (${words})`)).toEqual([])
  })

  test('the routes of an operation are open to the same scopes, but for the creation of groups', () => {
    const unlike = OPERATION_IDS.filter((id) => new Set(rowOf(id).routes.map(({ access }) => String(access))).size > 1)
    expect(unlike).toEqual(['createGroup'])
  })

  test('[AUT-8, AUT-10, AUT-12] mcp_read opens no write, create what push opens, and all what any scope opens', () => {
    for (const { method, access, id } of routes) {
      if (typeof access === 'string') continue
      if (access.includes('mcp_read')) expect(rowOf(id).protocol ?? method).not.toBe('POST')
      if (access.includes('push')) expect(access).toContain('create')
      expect(access).toContain('all')
    }
  })

  test('the recommended route that creates groups takes scope all only, the classic one create, too', () => {
    const [classic, recommended] = OPERATIONS.createGroup.routes
    expect(SCOPES.filter((scope) => allows(classic.access, scope))).toEqual(['create', 'all'])
    expect(SCOPES.filter((scope) => allows(recommended.access, scope))).toEqual(['all'])
  })

  test('[VOC-11] /content/push/bulk speaks classic under /api/input and recommended elsewhere', () => {
    const routes = OPERATIONS.pushBulk.routes.filter(({ path }) => path === '/content/push/bulk')
    expect(routes).toMatchObject([
      { words: 'classic', mounts: ['/api/input'] },
      { words: 'recommended', mounts: ['/api/v1', ''] },
    ])
  })

  test('no two routes have one method, path and mount', () => {
    const addresses = OPERATION_IDS.flatMap((id) =>
      rowOf(id).routes.flatMap(({ method, path, mounts = ['/api/input', '/api/v1', ''] }) =>
        mounts.map((mount) => `${method} ${mount}${path}`),
      ),
    )
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  test('rows name errors and events that exist, each once', () => {
    for (const id of OPERATION_IDS) {
      const { errors, emits = [] } = rowOf(id)
      expect(new Set(errors).size).toBe(errors.length)
      for (const code of errors) expect(ERRORS).toHaveProperty(code)
      for (const event of emits) expect(EVENT_NAMES).toContain(event)
    }
  })

  test('everything but the assumed codes is shown by the interface', () => {
    const shown = Object.entries(ERRORS)
      .filter(([, { assumed }]) => !assumed)
      .map(([code, { status }]) => `${status} ${code}`)
    expect(shown.toSorted()).toEqual([
      '400 PUSH_FAILED',
      '400 SYNC_REQUIRES_EXTERNAL_ID',
      '403 INSUFFICIENT_PERMISSION',
      '403 MCP_KEY_UNBOUND',
      '504 SYNC_PUSH_TIMEOUT',
    ])
  })
})
