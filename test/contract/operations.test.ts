import { describe, expect, test } from 'vitest'
import { ERRORS } from '../../src/contract/errors.js'
import { EVENT_NAMES } from '../../src/contract/events.js'
import { OPERATION_IDS, OPERATIONS, rowOf } from '../../src/contract/operations/index.js'
import { allows, SCOPES } from '../../src/contract/scopes.js'

/** The table of operations: id, classic route, recommended routes, scopes, success statuses. */
const TABLE: Record<string, [classic: string[], recommended: string[], scopes: string, statuses: number[]]> = {
  getMe: [['GET /me'], [], 'any', [200]],
  listSources: [['GET /surveys/list'], ['GET /sources/list'], 'any', [200]],
  createGroup: [['POST /survey_series/create'], ['POST /feedback_groups/create'], '', [200]],
  createSource: [['POST /survey/create'], ['POST /sources/create'], 'create all', [200]],
  publishSource: [['POST /survey/publish'], ['POST /sources/publish'], 'create all', [200]],
  pushContent: [['POST /content/push'], ['POST /feedback/push'], 'push create all', [200]],
  pushBulk: [
    ['POST /content/push/bulk'],
    ['POST /feedback/push/bulk', 'POST /content/push/bulk'],
    'push create all',
    [202, 200],
  ],
  getTask: [
    ['GET /content/push/bulk/{task_id}'],
    ['GET /feedback/push/bulk/{task_id}', 'GET /feedback/upload/{task_id}', 'GET /content/push/bulk/{task_id}'],
    'push create all',
    [200],
  ],
  listFeedback: [[], ['GET /feedback'], 'push create all', [200]],
  eraseFeedback: [[], ['POST /feedback/erase'], 'push create all', [200]],
  uploadFeedback: [[], ['POST /feedback/upload'], 'push create all', [202]],
  getAnalysis: [[], ['GET /sources/{id}/analysis'], 'push create all', [200]],
  getInviteTemplate: [[], ['GET /sources/{id}/invite-template'], 'send all', [200]],
  sendInvites: [[], ['POST /sources/{id}/invites'], 'send all', [202, 200]],
  getInvite: [[], ['GET /invites/{id}'], 'send all', [200]],
  listInviteRecipients: [[], ['GET /invites/{id}/recipients'], 'send all', [200]],
  getOpenapi: [[], ['GET /openapi.json'], 'open', [200]],
  mcp: [[], ['POST /mcp'], 'mcp_read all', [200, 202]],
}

describe('[VER-7] every operation of the interface has its row', () => {
  test('and there is no other', () => {
    expect(OPERATION_IDS.toSorted()).toEqual(Object.keys(TABLE).toSorted())
  })

  test.each(Object.entries(TABLE))('%s', (id, [classic, recommended, scopes, statuses]) => {
    const row = rowOf(id as keyof typeof OPERATIONS)
    const routesIn = (words: string) =>
      row.routes.filter((route) => route.words === words).map(({ method, path }) => `${method} ${path}`)
    expect(row.id).toBe(id)
    expect(routesIn('classic')).toEqual(classic)
    expect(routesIn('recommended')).toEqual(recommended)
    expect(row.statuses).toEqual(statuses)
    if (scopes === '') return
    for (const { access } of row.routes) expect(typeof access === 'string' ? access : access.join(' ')).toBe(scopes)
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
