import { describe, expect, it } from 'vitest'
import { errorOf, Reply, runInpk, type Script, scripted } from '../cli/run-inpk.js'

const ITEM = { item_id: '1', feedback_group_id: '1', source_id: '1', field_id: '1', text: 'x', created_at: 'x' }
const group = (id: number) => ({ survey_series_id: String(id), name: `G${id}`, tracking: 'none', surveys: [] })
const page = (id: number, pagination: unknown) => ({ survey_series: [group(id)], pagination })
const more = (next_cursor: unknown) => ({ limit: 50, cursor: null, next_cursor, has_more: true })

/** A listing whose pages are made by the cursor asked for; `asked` bounds what a client may ask. */
function listing(pageFor: (cursor: string | null, asked: number) => unknown): Script {
  let asked = 0
  const answer = (_body: unknown, url: URL) => {
    asked += 1
    if (asked > 50) throw new Error('it asks for ever')
    return pageFor(url.searchParams.get('cursor'), asked)
  }
  return {
    'GET /surveys/list': answer,
    'GET /feedback': answer,
    'GET /invites/7/recipients': answer,
  }
}

const list = (script: Script, argv = ['groups', 'list', '--json']) => runInpk(argv, { transport: scripted(script) })
const names = (stdout: string) => JSON.parse(stdout).map(({ name }: { name: string }) => name)

const LISTINGS = ['groups list', 'sources list', 'feedback list', 'api GET surveys/list --paginate']

describe('pages of a service that does wrong', () => {
  it.each<[string, (cursor: string | null) => unknown]>([
    ['the same cursor for ever', () => more('a')],
    ['a ring of cursors', (cursor) => more(cursor === 'a' ? 'b' : cursor === 'b' ? 'c' : 'a')],
  ])('%s ends the listing with 8, and says that it is not whole', async (_, paginationOf) => {
    const script = listing((cursor) => ({ ...page(1, paginationOf(cursor)), items: [ITEM] }))
    for (const line of LISTINGS) {
      const { code, stderr } = await list(script, line.split(' '))
      expect([line, code]).toEqual([line, 8])
      expect(stderr).toContain('the service gave the same page twice')
    }
  })

  it('empty pages with ever new cursors end it with 8; a few of them do not', async () => {
    const nothing = (line: string) =>
      line.startsWith('feedback')
        ? { items: [] }
        : line.startsWith('invites')
          ? { recipients: [] }
          : { survey_series: [] }
    for (const line of [...LISTINGS, 'invites recipients 7 --json']) {
      const empty = listing((cursor) => ({ ...nothing(line), pagination: more(`${cursor}x`) }))
      const { code, stderr } = await list(empty, line.split(' '))
      expect([line, code]).toEqual([line, 8])
      expect(stderr).toContain('20 empty pages in a row')
    }
    const sparse = listing((_, asked) =>
      asked < 15
        ? { ...nothing('groups'), pagination: more(`c${asked}`) }
        : page(1, { ...more(null), has_more: false }),
    )
    expect(names((await list(sparse)).stdout)).toEqual(['G1'])
  })

  it.each<[string, object]>([
    ['several lists, all empty', { items: [], others: [], total: 0 }],
    ['no list and nothing else', {}],
  ])('`api --paginate` ends with 8 on ever new cursors to pages of %s', async (_, payload) => {
    const line = ['api', 'GET', 'surveys/list', '--paginate']
    const { code, stderr } = await list(
      listing((cursor) => ({ ...payload, pagination: more(`${cursor}x`) })),
      line,
    )
    expect(code).toBe(8)
    expect(stderr).toContain('20 empty pages in a row')
  })

  it('`api --paginate` takes a page of several lists as one entry, and as many pages as hold something', async () => {
    const script = listing((_, asked) => ({
      items: [],
      others: [asked],
      pagination: asked < 30 ? more(`c${asked}`) : null,
    }))
    const { code, stdout } = await list(script, ['api', 'GET', 'surveys/list', '--paginate'])
    expect(code).toBe(0)
    expect(stdout.match(/"others"/g)).toHaveLength(30)
  })

  it.each<[string, unknown]>([
    ['more is promised without a cursor', more(null)],
    ['more is promised with an empty cursor', more('')],
  ])('%s: the listing is not whole, exit code 8', async (_, pagination) => {
    const { code, stderr } = await list(listing(() => page(1, pagination)))
    expect([code, stderr]).toEqual([8, expect.stringContaining('the listing is incomplete')])
  })

  it.each<[string, unknown]>([
    ['there is no pagination', undefined],
    ['pagination is null', null],
  ])('%s: the listing ends there', async (_, pagination) => {
    const { code, stdout } = await list(listing(() => page(1, pagination)))
    expect([code, names(stdout)]).toEqual([0, ['G1']])
  })

  it('a page that is limited or unavailable for a while is waited for; no row is shown twice', async () => {
    const headers = { 'retry-after': '1' }
    const script = listing((cursor, asked) => {
      if (asked === 2) return new Reply(429, errorOf('RATE_LIMITED', 'slowly'), headers)
      if (asked === 3) return new Reply(503, '<html>', headers)
      return cursor === null ? page(1, more('a')) : page(2, { ...more(null), has_more: false })
    })
    const { code, stdout } = await list(script)
    expect([code, names(stdout)]).toEqual([0, ['G1', 'G2']])
  })

  it('a page that fails for good ends it with its code; what was shown of a table stays, and stderr says why', async () => {
    const script = listing((cursor) => (cursor === null ? page(1, more('a')) : new Reply(403, errorOf('NO', 'no'))))
    const { code, stdout, stderr } = await list(script, ['groups', 'list'])
    expect([code, stdout]).toEqual([4, expect.stringContaining('G1')])
    expect(stderr).toContain('error: no')
  })

  it('`--limit` asks for no page it does not need', async () => {
    const script = scripted(listing((cursor, asked) => page(asked, more(`${cursor}x`))))
    expect((await runInpk(['groups', 'list', '--limit', '3', '--json'], { transport: script })).code).toBe(0)
    expect(script.asked).toHaveLength(3)
  })
})
