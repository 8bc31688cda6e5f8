import { expect, test } from 'vitest'
import { errorOf, Reply, runInpk, scripted } from '../cli/run-inpk.js'

const ME = {
  key: {
    id: 'EMUabcdefg',
    name: 'All',
    environment: 'test',
    permissions: ['all'],
    created_at: '2026-03-01T00:00:00.000Z',
    colour: 'blue',
  },
  org_id: 1,
  org_name: 'Acme',
  rate_limits: { per_key_per_minute: 60, per_org_per_minute: 300, per_ip_per_minute: 600, window_seconds: 60 },
  credits: {
    limit: 10_000,
    used: 1.5,
    remaining: 9_998.5,
    period_start: null,
    period_end: null,
    rate_tokens_per_aps: 1_000,
  },
  webhook_events: ['content.pushed'],
}

test('`me` shows the key, its scope, limits and credits', async () => {
  const { code, stdout, stderr } = await runInpk(['me'], { transport: scripted({ 'GET /me': ME }) })
  expect(code).toBe(0)
  expect(stderr).toBe('')
  expect(stdout).toContain('All (EMUabcdefg)')
  expect(stdout).toContain('all, test')
  expect(stdout).toContain('9,998.5 of 10,000 analysis points left')
})

test('`me --json` is the payload of the service, unwrapped, unknown fields kept', async () => {
  const { code, stdout } = await runInpk(['me', '--json'], { transport: scripted({ 'GET /me': { data: ME } }) })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual(ME)
})

test('`--jq` filters the JSON with jq', async () => {
  const { stdout } = await runInpk(['me', '--jq', '.key.permissions[0], .org_id'], {
    transport: scripted({ 'GET /me': ME }),
  })
  expect(stdout).toBe('all\n1\n')
})

test('a 401 ends with exit code 3 and says code, request id and what to do', async () => {
  const transport = scripted({ 'GET /me': new Reply(401, errorOf('UNAUTHORIZED', 'Missing or invalid credentials')) })
  const { code, stdout, stderr } = await runInpk(['me'], { transport })
  expect(code).toBe(3)
  expect(stdout).toBe('')
  expect(stderr).toMatch(/error: Missing or invalid credentials[\s\S]*UNAUTHORIZED, 401; GET \S+\/me; request req_1/)
})

test('with `--json` an error is one object on stderr', async () => {
  const transport = scripted({ 'GET /me': new Reply(401, errorOf('UNAUTHORIZED', 'Missing or invalid credentials')) })
  const { stderr } = await runInpk(['me', '--json'], { transport })
  expect(JSON.parse(stderr).error).toMatchObject({
    code: 'UNAUTHORIZED',
    status: 401,
    request_id: 'req_1',
    retryable: false,
  })
})

test('an HTML page with 200 is the wrong host: exit code 9', async () => {
  const transport = scripted({ 'GET /me': new Reply(200, '<html></html>', { 'content-type': 'text/html' }) })
  expect(await runInpk(['me'], { transport })).toMatchObject({ code: 9, stdout: '' })
})

test.each([
  ['a list', ['push', 'create'], 'push, create, test'],
  ['one word', 'all', 'all, test'],
  ['flags', { push: false, create: true, all: false }, 'create, test'],
])('`me` shows scopes that come as %s', async (_, permissions, scope) => {
  const answer = { ...ME, key: { ...ME.key, permissions } }
  const { stdout } = await runInpk(['me'], { transport: scripted({ 'GET /me': answer }) })
  expect(stdout).toMatch(new RegExp(`^scope +${scope}$`, 'm'))
})

test.each<[string, object, RegExp]>([
  ['a string', { webhook_events: 'content.pushed' }, /^events +-$/m],
  ['a map', { webhook_events: { 'content.pushed': true } }, /^events +-$/m],
  ['a list of records', { webhook_events: [{ name: 'content.pushed' }] }, /^events +-$/m],
  ['a list with something else in it', { webhook_events: ['content.pushed', 3, null] }, /^events +-$/m],
  ['a key in a word', { key: 'All' }, /^key +-$/m],
  ['credits in a word', { credits: 'many' }, /^credits +-$/m],
])('`me` shows what is there and warns of what it cannot read: %s', async (_, odd, line) => {
  const transport = scripted({ 'GET /me': { ...ME, ...odd } })
  const { code, stdout, stderr } = await runInpk(['me'], { transport })
  expect([code, stdout]).toEqual([0, expect.stringMatching(line)])
  expect(stdout).toContain('60 requests per minute')
  expect(stderr).toContain(`has no \`${Object.keys(odd)[0]}`)
  const json = await runInpk(['me', '--json'], { transport })
  expect([json.code, JSON.parse(json.stdout)]).toEqual([0, { ...ME, ...odd }])
})
