import { describe, expect } from 'vitest'
import type { Organization } from './organization.js'
import { rule } from './rule.js'
import { createGroup, expectInvalid, expectRefusal, openScene, payloadOf, uniqueName } from './scene.js'

const CREATE = '/survey_series/create'
const count = async (org: Organization) => payloadOf(await org.get('/surveys/list')).pagination.total
const paddedName = (length: number, filler = 'n') => uniqueName('G').padEnd(length, filler)

describe('creating a group', () => {
  rule('[GRP-1] a new name creates the group and answers created true', async (org) => {
    const name = uniqueName()
    const answer = payloadOf(await org.post(CREATE, { name }))
    expect(answer).toMatchObject({
      created: true,
      name,
      tracking: 'none',
      survey_series_id: expect.stringMatching(/^[1-9]\d*$/),
    })
    const listing = payloadOf(await org.get(`/surveys/list?survey_series_id=${answer.survey_series_id}`))
    expect(listing.survey_series[0].name).toBe(name)
  })

  for (const [what, body] of [
    ['no name', {}],
    ['null', { name: null }],
    ['a number', { name: 12345 }],
    ['an array', { name: ['Name'] }],
    ['an object', { name: { first: 'Name' } }],
    ['true', { name: true }],
    ['an empty string', { name: '' }],
  ] as const) {
    rule(`[GRP-2] name is a required string: ${what} is refused`, async (org) => {
      expectInvalid(await org.post(CREATE, body), 'name')
    })
  }

  for (const [what, name] of [
    ['1 character', 'x'],
    ['256 characters', 'x'.repeat(256)],
    ['256 characters beyond the basic plane', '😀'.repeat(256)],
    ['1 character and white space around it', '  x  '],
    ['white space alone', ' \t\n '],
  ] as const) {
    rule(`[GRP-3] a name of ${what} is refused`, async (org) => {
      expectInvalid(await org.post(CREATE, { name }), 'name')
    })
  }

  for (const length of [2, 255]) {
    rule(`[GRP-4] a name of ${length} characters is accepted`, async (org) => {
      const name = length === 2 ? 'ab' : paddedName(length)
      expect(payloadOf(await org.post(CREATE, { name })).name).toBe(name)
    })
  }

  rule('lengths count code points, and names are trimmed before they are measured and stored', async (org) => {
    expect(payloadOf(await org.post(CREATE, { name: '😀'.repeat(255) })).name).toBe('😀'.repeat(255))
    const padded = `  ${'y'.repeat(255)}\n`
    expect(payloadOf(await org.post(CREATE, { name: padded })).name).toBe('y'.repeat(255))
  })

  rule('a name with a lone surrogate is refused', async (org) => {
    expectInvalid(await org.request('POST', CREATE, { rawBody: '{"name":"half \\ud83d face"}' }), 'name')
  })

  rule('[GRP-5] the name of an existing group returns that group with created false', async (org) => {
    const { groupName: name, groupId } = await openScene(org)
    const before = await count(org)
    const again = payloadOf(await org.post(CREATE, { name }))
    expect(again).toMatchObject({ created: false, survey_series_id: groupId, name })
    // Elsewhere others may create groups meanwhile.
    if (org.target.kind === 'emulator') expect(await count(org)).toBe(before)
  })

  rule('[GRP-5] of many calls at once with one new name one creates the group', async (org) => {
    if (org.target.readOnly) org.skip('creates a group')
    const name = uniqueName()
    const calls = Array.from({ length: 20 }, () => org.post(CREATE, { name }, { observe: false }))
    const answers = (await Promise.all(calls)).map((answer) => payloadOf(answer))
    expect(answers.filter((answer) => answer.created)).toHaveLength(1)
    expect(new Set(answers.map((answer) => answer.survey_series_id)).size).toBe(1)
  })

  rule('names compare exactly after trimming', async (org) => {
    const id = await createGroup(org, 'Support')
    expect(await createGroup(org, '  Support ')).toBe(id)
    for (const other of ['support', 'Support 1', 'Supp ort', 'Suppo\u0301rt'])
      expect(await createGroup(org, other)).not.toBe(id)
  })

  rule('names that are members of every object are ordinary names', async (org) => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect(payloadOf(await org.post(CREATE, { name }))).toMatchObject({ created: true, name })
      expect(payloadOf(await org.post(CREATE, { name }))).toMatchObject({ created: false, name })
    }
  })

  rule('[GRP-7] the classic route is open to create and all', async (org) => {
    const { groupName: name } = await openScene(org)
    for (const key of ['create', 'all'] as const) payloadOf(await org.post(CREATE, { name }, { key }))
  })

  rule('[GRP-9] the recommended route is open to all', async (org) => {
    const { groupName: name, groupId } = await openScene(org)
    const answer = payloadOf(await org.post('/feedback_groups/create', { name }))
    expect(answer).toMatchObject({ created: false, feedback_group_id: groupId })
  })

  for (const key of ['push', 'send', 'mcp_read'] as const) {
    rule(`[GRP-8] the classic route refuses a ${key} key`, async (org) => {
      expectRefusal(await org.post(CREATE, { name: uniqueName() }, { key }), 403, 'INSUFFICIENT_PERMISSION')
    })
  }

  for (const key of ['create', 'push', 'send', 'mcp_read'] as const) {
    rule(`[GRP-10] the recommended route refuses a ${key} key`, async (org) => {
      expectRefusal(
        await org.post('/feedback_groups/create', { name: uniqueName() }, { key }),
        403,
        'INSUFFICIENT_PERMISSION',
      )
    })
  }
})
