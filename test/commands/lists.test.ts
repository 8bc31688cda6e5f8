import { describe, expect, it } from 'vitest'
import { errorOf, Reply, runInpk, scripted } from '../cli/run-inpk.js'
import { scratchFolder, writeFile } from './scratch.js'

const field = (id: string) => ({
  question_id: id,
  question_text: 'What?',
  type: 'DEPTH_TEXT',
  accepts_text: true,
  options: [],
  item_count: 0,
})

const source = (id: string, title: string, group: string) => ({
  survey_id: id,
  survey_series_id: group,
  survey_title: title,
  survey_description: null,
  feedback_type: 'survey',
  mode: 'ACCESSIBLE',
  created_at: '2026-03-01T00:00:00.000Z',
  published_at: '2026-03-01T00:00:00.000Z',
  item_count: 3,
  questions: [field(`${id}0`)],
  unknown_member: 'kept',
})

const group = (id: string, name: string, surveys: object[]) => ({
  survey_series_id: id,
  name,
  tracking: 'none',
  created_at: '2026-03-01T00:00:00.000Z',
  surveys,
})

const GROUPS = [
  group('1', 'Support', [source('11', 'Tickets', '1'), source('12', 'Calls', '1')]),
  group('2', 'Shops', [source('21', 'Tickets', '2')]),
  ...['3', '4', '5', '6'].map((id) => group(id, `Empty ${id}`, [])),
]

/** Longer than a turn of the event loop, as an answer over a wire is. */
async function aWhile(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Pages of one group each, and a count of what was asked for. */
function paged() {
  return scripted({
    'GET /surveys/list': async (_: unknown, url: URL) => {
      await aWhile()
      const only = url.searchParams.get('survey_series_id')
      const one = url.searchParams.get('survey_id')
      const matching = GROUPS.filter((each) => only === null || each.survey_series_id === only)
        .map((each) => ({
          ...each,
          surveys: each.surveys.filter((entry) => one === null || (entry as { survey_id: string }).survey_id === one),
        }))
        .filter((each) => one === null || each.surveys.length > 0)
      const at = Number(url.searchParams.get('cursor') ?? 0)
      const hasMore = at + 1 < matching.length
      return {
        survey_series: matching.slice(at, at + 1),
        pagination: { limit: 1, next_cursor: hasMore ? String(at + 1) : null, has_more: hasMore },
      }
    },
  })
}

describe('groups list', () => {
  it('[LIM-3] shows the groups of every page', async () => {
    const { code, stdout } = await runInpk(['groups', 'list'], { transport: paged() })
    expect(code).toBe(0)
    expect(stdout).toMatch(/ID {2}NAME/)
    expect(stdout).toMatch(/1 {2}Support .* 2 {2}2026-03-01/)
    expect(stdout).toMatch(/2 {2}Shops/)
  })

  it('--limit asks for no page it does not need', async () => {
    const transport = paged()
    const { stdout } = await runInpk(['groups', 'list', '--limit', '1', '--json'], { transport })
    expect(JSON.parse(stdout)).toHaveLength(1)
    expect(transport.asked).toHaveLength(1)
  })

  it('says where to begin when there is none', async () => {
    const transport = scripted({ 'GET /surveys/list': { survey_series: [], pagination: { has_more: false } } })
    const { code, stdout, stderr } = await runInpk(['groups', 'list'], { transport })
    expect([code, stdout]).toEqual([0, ''])
    expect(stderr).toContain('inpk groups create')
  })

  it('a reader that goes away ends it quietly, with at most the page fetched that was on its way, after one that may go on', async () => {
    const transport = paged()
    const { code, stderr } = await runInpk(['groups', 'list', '--output', 'ndjson'], { transport, readsAtMost: 0 })
    expect([code, stderr]).toEqual([0, ''])
    expect(transport.asked.length).toBeLessThanOrEqual(3)
  })
})

describe('sources list', () => {
  it('is flat: a row a source with its group, unknown fields kept', async () => {
    const { stdout } = await runInpk(['sources', 'list', '--json'], { transport: paged() })
    const rows = JSON.parse(stdout)
    expect(rows.map((row: { survey_id: string }) => row.survey_id)).toEqual(['11', '12', '21'])
    expect(rows[2]).toMatchObject({ group_name: 'Shops', survey_series_id: '2', unknown_member: 'kept' })
  })

  it('takes a group by name or identifier', async () => {
    for (const reference of ['Shops', '2']) {
      const argv = ['sources', 'list', '--group', reference, '--json']
      const { stdout } = await runInpk(argv, { transport: paged() })
      expect(JSON.parse(stdout)).toMatchObject([{ survey_id: '21' }])
    }
  })

  it('as CSV has a header, a line a row', async () => {
    const { stdout } = await runInpk(['sources', 'list', '--output', 'csv'], { transport: paged() })
    const lines = stdout.trimEnd().split('\n')
    expect(lines).toHaveLength(4)
    expect(lines[0]).toContain('survey_id,survey_title,group_name')
  })

  it('as NDJSON is a JSON value a line', async () => {
    const { stdout } = await runInpk(['sources', 'list', '--output', 'ndjson', '--limit', '2'], { transport: paged() })
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).survey_id),
    ).toEqual(['11', '12'])
  })
})

describe('sources show', () => {
  it('takes an exact name', async () => {
    const { code, stdout } = await runInpk(['sources', 'show', 'Calls'], { transport: paged() })
    expect(code).toBe(0)
    expect(stdout).toContain('Calls (12)')
    expect(stdout).toContain('published')
  })

  it('a name that stands twice is refused, with the identifiers', async () => {
    const { code, stderr } = await runInpk(['sources', 'show', 'Tickets'], { transport: paged() })
    expect(code).toBe(2)
    expect(stderr).toContain('11 in "Support", 21 in "Shops"')
  })

  it('and is unique inside its group', async () => {
    const argv = ['sources', 'show', 'Tickets', '--group', 'Shops', '--json']
    const { stdout } = await runInpk(argv, { transport: paged() })
    expect(JSON.parse(stdout)).toMatchObject({ survey_id: '21' })
  })

  it('an unknown name ends with 5 and suggests the nearest', async () => {
    const { code, stderr } = await runInpk(['sources', 'show', 'Cals'], { transport: paged() })
    expect(code).toBe(5)
    expect(stderr).toContain('Did you mean `Calls`?')
  })

  it('an unknown identifier ends with 5', async () => {
    expect((await runInpk(['sources', 'show', '99'], { transport: paged() })).code).toBe(5)
  })
})

describe('a failing service', () => {
  it('[ERR-4] names each fault of a 400 by its path and ends with 6', async () => {
    const details = { name: ['must have at least 2 characters'], 'other[3].text': ['is required'] }
    const transport = scripted({
      'POST /survey_series/create': new Reply(400, errorOf('VALIDATION_ERROR', 'The request is invalid', details)),
    })
    const { code, stderr } = await runInpk(['groups', 'create', 'x'], { transport })
    expect(code).toBe(6)
    expect(stderr).toContain('NAME "x": must have at least 2 characters')
    expect(stderr).toContain('other[3].text: is required')
  })

  it('control characters in its messages reach no terminal', async () => {
    const transport = scripted({
      'GET /surveys/list': new Reply(404, errorOf('X\x1b[2J', 'evil \x1b]52;c;aGk=\x07text')),
    })
    const { stderr } = await runInpk(['groups', 'list'], { transport })
    expect(stderr).not.toMatch(/[\x1b\x07]/)
    expect(stderr).toContain('evil text')
  })
})

describe('sources show', () => {
  it('names the group that the listing has a source in', async () => {
    const source = { survey_id: '11', survey_title: 'Tickets', mode: 'ACCESSIBLE', questions: [] }
    const group = { survey_series_id: '7', name: 'Support', surveys: [source] }
    const transport = scripted({ 'GET /surveys/list': { survey_series: [group], pagination: { next_cursor: null } } })
    const show = (...words: string[]) => runInpk(['sources', 'show', 'Tickets', ...words], { transport })
    expect((await show()).stdout).toMatch(/^group +Support \(7\)$/m)
    expect(JSON.parse((await show('--json')).stdout)).toMatchObject({ survey_series_id: '7', group_name: 'Support' })
    const { stdout } = await runInpk(['sources', 'list', '--json'], { transport })
    expect(JSON.parse(stdout)).toMatchObject([{ survey_series_id: '7', group_name: 'Support' }])
  })
})

describe('invites recipients', () => {
  const ann = { email: 'ann@example.com', delivery_status: 'delivered', updated_at: null, reason: null }
  const listing = (row: object) => ({ recipients: [ann, row], pagination: { next_cursor: null, has_more: false } })
  const list = async (row: object, ...words: string[]) => {
    const transport = scripted({ 'GET /invites/inv_1/recipients': listing(row) })
    return runInpk(['invites', 'recipients', 'inv_1', ...words], { cwd: scratchFolder(), transport })
  }

  it('shows one that nothing was sent to without a status', async () => {
    const { code, stdout } = await list({ ...ann, email: 'bo@example.com', delivery_status: null })
    expect([code, stdout]).toEqual([0, expect.stringMatching(/bo@example.com +- +-\n/)])
  })

  it('shows what a service says beside it of one that it skipped', async () => {
    const { stdout } = await list({ ...ann, email: 'bo@example.com', delivery_status: null, status: 'skipped' })
    expect(stdout).toMatch(/bo@example.com +skipped +-\n/)
  })

  it('shows no status where the object around it is null', async () => {
    const facts = { 'result:listInviteRecipients': { names: { 'recipients[].delivery_status': 'delivery.state' } } }
    const folder = scratchFolder()
    const transport = scripted({
      'GET /invites/inv_1/recipients': {
        recipients: [
          { email: 'ann@example.com', delivery: { state: 'delivered' } },
          { email: 'bo@example.com', delivery: null },
        ],
        pagination: { next_cursor: null, has_more: false },
      },
    })
    const words = ['invites', 'recipients', 'inv_1', '--facts', writeFile(folder, 'f.json', JSON.stringify(facts))]
    const { code, stdout } = await runInpk(words, { cwd: folder, transport })
    expect([code, stdout]).toEqual([0, expect.stringMatching(/bo@example.com +- +-\n/)])
  })

  it('refuses one without any word on it', async () => {
    const { delivery_status: _, ...row } = ann
    const { code, stderr } = await list({ ...row, email: 'bo@example.com' })
    expect([code, stderr]).toEqual([1, expect.stringContaining('delivery_status')])
  })
})
