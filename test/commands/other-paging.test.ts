import { describe, expect, it } from 'vitest'
import { errorOf, Reply, runInpk, scripted } from '../cli/run-inpk.js'
import { ME } from './sample.js'
import { scratchFolder, writeFile } from './scratch.js'

const ITEMS = Array.from({ length: 450 }, (_, index) => ({
  item_id: String(index + 1),
  feedback_group_id: '1',
  source_id: index % 2 === 0 ? '1' : '2',
  field_id: '1',
  text: `Text ${index}`,
  external_id: `T-${index}`,
  customer_id: null,
  occurred_at: null,
  created_at: index < 100 ? '2026-01-01T00:00:00.000Z' : '2026-02-01T00:00:00.000Z',
}))
const GROUPS = Array.from({ length: 250 }, (_, index) => ({
  survey_series_id: String(index + 1),
  name: `Group ${index + 1}`,
  tracking: 'none',
  created_at: '2026-01-01T00:00:00.000Z',
  surveys: [],
}))

type Page = { start: number; size: number; total: number }
type Around = (page: Page) => object

/** A listing of so many rows that pages by what `around` puts beside them, from the place that `startOf` reads. */
function service(around: Around, startOf: (query: URLSearchParams) => number = () => 0) {
  const pageOf = (rows: object[], name: string) => (_: unknown, url: URL) => {
    const size = Number(url.searchParams.get('limit') ?? 50)
    const start = startOf(url.searchParams)
    const page = rows.slice(start, start + size)
    return { [name]: page, ...around({ start, size, total: rows.length }) }
  }
  return scripted({
    'GET /feedback': pageOf(ITEMS, 'items'),
    'GET /surveys/list': pageOf(GROUPS, 'survey_series'),
    'GET /me': ME,
  })
}

const byCursor = (query: URLSearchParams) => Number(query.get('cursor') ?? 0)
const next = ({ start, size, total }: Page) => (start + size < total ? String(start + size) : null)
const LINES = [
  'feedback export --format ndjson',
  'feedback list --json',
  'groups list',
  'api GET feedback?limit=200 --paginate',
]

describe('a listing ends where the service says so, and nowhere else (P2)', () => {
  it.each<[string, Around]>([
    ['nothing around the rows', () => ({})],
    [
      'an echo of limit, next and count',
      (page) => ({ pagination: { limit: page.size, next: next(page), count: 200 } }),
    ],
    ['next_cursor beside the rows', (page) => ({ next_cursor: next(page) })],
    ['offset and total', ({ start, size, total }) => ({ pagination: { offset: start, limit: size, total } })],
    ['page and pages', ({ size, total }) => ({ meta: { page: 1, per_page: size, pages: Math.ceil(total / size) } })],
    ['links', (page) => ({ links: { next: next(page) && `/feedback?page=2` } })],
    ['more without a cursor', () => ({ pagination: { has_more: true, next_cursor: null } })],
    ['a total that says more', ({ total }) => ({ pagination: { has_more: false, next_cursor: null, total } })],
  ])('%s: exit code 8, and it says that the listing is not whole', async (_, around) => {
    for (const line of LINES) {
      const { code, stderr } = await runInpk(line.split(' '), { transport: service(around) })
      expect([line, code, stderr]).toEqual([line, 8, expect.stringMatching(/listing (is|may be) incomplete: .*200/)])
    }
  })

  it('facts that say `link` do not make a full page without one the last', async () => {
    const cwd = scratchFolder()
    writeFile(cwd, 'inpk.facts.yaml', 'paging:listFeedback: { style: link, at: cursor }\n')
    const transport = service(() => ({}))
    const { code, stderr } = await runInpk(['feedback', 'export', '--format', 'ndjson'], { transport, cwd })
    expect([code, stderr]).toEqual([8, expect.stringContaining('the listing may be incomplete: the service sent 200')])
  })

  it('a full page without a link is the last where one follows a page of a single entry', async () => {
    const cwd = scratchFolder()
    writeFile(cwd, 'inpk.facts.yaml', 'paging:listFeedback: { style: link, at: cursor }\n')
    const transport = scripted({
      'GET /feedback': (_: unknown, url: URL) => {
        const size = Number(url.searchParams.get('limit'))
        const headers = size < 200 ? { link: `</feedback?cursor=${size}>; rel="next"` } : {}
        return new Reply(200, { items: ITEMS.slice(0, size) }, headers as Record<string, string>)
      },
    })
    const { code, stdout } = await runInpk(['feedback', 'export', '--format', 'ndjson'], { transport, cwd })
    expect([code, stdout.trim().split('\n').length]).toEqual([0, 200])
    expect(transport.asked.map(({ url }) => url.searchParams.get('limit'))).toEqual(['200', '1'])
  })

  it.each<[string, Around]>([
    ['next_cursor alone', (page) => ({ pagination: { next_cursor: next(page) } })],
    ['cursors that are numbers', (page) => ({ pagination: { next_cursor: Number(next(page)) || null } })],
    ['has_more, and always a cursor', () => ({ pagination: { next_cursor: 'x', has_more: false } })],
  ])('%s is understood', async (name, around) => {
    const { code, stdout } = await runInpk(['feedback', 'export', '--format', 'ndjson'], {
      transport: service(around, byCursor),
    })
    expect([code, stdout.trim().split('\n').length]).toEqual([0, name.startsWith('has_more') ? 200 : 450])
  })

  it.each([
    ['450', 'is said to be doubtful where the page was full', true],
    ['30', 'is believed where the page was short', false],
  ])('no more rows, and a cursor, of %s rows: %s', async (count, _, isSaid) => {
    const transport = scripted({
      'GET /feedback': () => {
        return {
          items: ITEMS.slice(0, Math.min(200, Number(count))),
          pagination: { next_cursor: 'x', has_more: false },
        }
      },
    })
    const { code, stderr } = await runInpk(['feedback', 'export', '--format', 'ndjson'], { transport })
    expect([code, stderr.includes('these 200 entries are all, but gives a cursor for more')]).toEqual([0, isSaid])
  })

  it('a cursor that the service ignores: no row is printed twice', async () => {
    const transport = service((page) => ({ pagination: { has_more: true, next_cursor: `c${page.start}` } }))
    const { code, stdout, stderr } = await runInpk(['feedback', 'export', '--format', 'ndjson'], { transport })
    expect([code, stdout.trim().split('\n').length]).toEqual([8, 200])
    expect(stderr).toContain('the same page twice')
  })

  it('`--limit` needs no end', async () => {
    const { code, stdout } = await runInpk(['feedback', 'list', '--limit', '200', '--json'], {
      transport: service(() => ({})),
    })
    expect([code, JSON.parse(stdout).length]).toEqual([0, 200])
  })

  it('`push --create` makes no second group or source where it did not see all of them', async () => {
    const file = writeFile(scratchFolder(), 'a.csv', 'text\nhello\n')
    for (const line of [
      `push ${file} --group|Group 240|--source|New|--create`,
      'sources create New --group|Group 240',
    ]) {
      const transport = service(() => ({}))
      const { code } = await runInpk(line.split(/[ |](?!240)/), { transport })
      expect([line, code, transport.asked.filter(({ route }) => route.startsWith('POST'))]).toEqual([line, 8, []])
    }
  })
})

/** A service that cuts its pages to a size of its own, each a step on from the one before. */
function cutService(size: number, around: Around, step = size) {
  const place = (query: URLSearchParams) => Number(query.get('cursor') ?? 0) * step
  const pageOf = (rows: object[], name: string) => (_: unknown, url: URL) => {
    const start = place(url.searchParams)
    return { [name]: rows.slice(start, start + size), ...around({ start: start / step, size, total: rows.length }) }
  }
  return scripted({
    'GET /feedback': pageOf(ITEMS, 'items'),
    'GET /surveys/list': pageOf(GROUPS, 'survey_series'),
    'GET /me': ME,
  })
}

describe('a listing without a word on paging (P2)', () => {
  const silent = (size: number) => cutService(size, () => ({}))
  const run = (line: string, transport = silent(100)) => runInpk(line.split(' '), { transport })
  const UNCLEAR = 'the listing may be incomplete: the service sent 100 entries'

  it.each(['feedback export --format ndjson', 'sources show Nowhere', 'sources create New --group Nowhere'])(
    '%s depends on all of it: exit code 8',
    async (line) => {
      const { code, stderr } = await run(line)
      expect([code, stderr]).toEqual([8, expect.stringContaining(UNCLEAR)])
    },
  )

  it('`push --create` makes nothing twice, and an erase in one source does not trust it', async () => {
    const file = writeFile(scratchFolder(), 'a.csv', 'text\nhello\n')
    const transport = silent(100)
    const push = ['push', file, '--group', 'Group 240', '--source', 'New', '--create']
    expect((await runInpk(push, { transport })).code).toBe(8)
    const erase = ['feedback', 'erase', '--customer-id', 'C', '--source', 'Nowhere', '--yes', '--force']
    expect((await runInpk(erase, { transport })).code).toBe(8)
    expect(transport.asked.filter(({ route }) => route.startsWith('POST'))).toEqual([])
  })

  it.each([
    ['groups list', 100],
    ['sources list', 100],
    ['feedback list --json', 100],
    ['api GET feedback --paginate', 100],
    ['feedback list --json', 10],
  ])('%s only shows it, %i entries with a warning', async (line, size) => {
    const { code, stderr } = await run(line, silent(size))
    const warning = `warning: the service did not say whether there are more than these ${size} entries`
    expect([code, stderr]).toEqual([0, expect.stringContaining(warning)])
  })

  it('fewer than ten are all there are: no service pages its lists so', async () => {
    for (const line of ['groups list', 'feedback list', 'feedback export --format ndjson']) {
      const { code, stderr } = await run(line, silent(9))
      expect([line, code, stderr]).toEqual([line, 0, ''])
    }
    expect((await run('sources show Nowhere', silent(9))).code).toBe(5)
  })

  it('what is found by its identifier needs no end', async () => {
    const { code, stdout } = await run('sources list --group 7 --json')
    expect([code, JSON.parse(stdout)]).toEqual([0, []])
  })
})

describe('rows that come twice', () => {
  const more = ({ start }: Page, last: number) => ({
    pagination: { next_cursor: start < last ? String(start + 1) : null },
  })
  const ids = (stdout: string) =>
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).item_id)
  const all = ITEMS.map(({ item_id }) => item_id)
  const OVERLAP = 'warning: the pages of the service overlap: rows that came twice are left out'
  const run = (transport: ReturnType<typeof scripted>) =>
    runInpk(['feedback', 'export', '--format', 'ndjson'], { transport })

  it.each([
    ['the last row of a page begins the next', 100, 99],
    ['half a page comes again', 100, 50],
    ['a page comes again but for one row', 200, 199],
  ])('%s: each is given once, with one warning', async (_, size, step) => {
    const last = Math.ceil((ITEMS.length - size) / step)
    const { code, stdout, stderr } = await run(cutService(size, (page) => more(page, last), step))
    expect([code, ids(stdout)]).toEqual([0, all])
    expect(stderr.split(OVERLAP)).toHaveLength(2)
  })

  it('pages that go on through rows all given before: exit code 8, and no row twice', async () => {
    const { code, stdout, stderr } = await run(cutService(200, (page) => more(page, ITEMS.length), 1))
    expect([code, ids(stdout)]).toEqual([8, all])
    expect(stderr).toContain('the same page twice')
  })

  it.each([2, 3, 5, 9])('a ring of %i pages under ever new cursors: exit code 8', async (pages) => {
    let asked = 0
    const transport = scripted({
      'GET /feedback': () => {
        const start = (asked++ % pages) * 10
        if (asked > 100) throw new Error('it asks for ever')
        return { items: ITEMS.slice(start, start + 10), pagination: { next_cursor: `c${asked}` } }
      },
      'GET /me': ME,
    })
    const { code, stderr } = await run(transport)
    expect([code, stderr]).toEqual([8, expect.stringContaining('the same page twice')])
    asked = 0
    expect((await runInpk(['api', 'GET', 'feedback', '--paginate'], { transport })).code).toBe(8)
  })

  it('rows without an id are never left out', async () => {
    const items = Array.from({ length: 3 }, () => ({ text: 'Good' }))
    const transport = scripted({
      'GET /feedback': (_: unknown, url: URL) =>
        url.searchParams.get('cursor') === null
          ? { items, pagination: { next_cursor: '1' } }
          : { items: items.slice(1), pagination: { next_cursor: null } },
      'GET /me': ME,
    })
    expect((await run(transport)).stdout.trim().split('\n')).toHaveLength(5)
  })
})

describe('a filter that the service does not know (P3)', () => {
  const whole = () => service((page) => ({ pagination: { next_cursor: next(page) } }), byCursor)

  it.each([
    ['--source 2', 225],
    ['--until 2026-01-15', 100],
    ['--since 2026-01-15', 350],
    ['--until 2020-01-01', 0],
    ['--external-id T-7', 1],
    ['--customer-id null', 0],
    ['--group 9', 0],
    ['--field 1', 450],
  ])('%s: what does not match is left out, with a warning', async (filter, matching) => {
    const { code, stdout, stderr } = await runInpk(['feedback', 'list', '--output', 'csv', ...filter.split(' ')], {
      transport: whole(),
    })
    expect([code, stdout.trim().split('\n').length - 1]).toEqual([0, matching])
    const warning = `warning: the service does not filter by ${filter.split(' ')[0]}`
    expect(stderr.includes(warning)).toBe(matching < 450)
  })

  const asMap = (member: string) => ({ [member]: ['is not allowed'] })
  const asValue = (member: string) => ({ [member]: ['Input should be a valid date'] })
  const asList = (field: string) => ({ violations: [{ field, message: 'unexpected query parameter' }] })

  it.each([
    ['--source 2', 225, 'source_id', asMap],
    ['--until 2026-01-15', 100, 'occurred_until', asList],
    ['--source 2 --external-id T-7', 1, 'source_id', asList],
    ['--since 2026-01-15 --until 2026-03-01', 350, /^occurred_/, asList],
    ['--since 2026-01-15 --until 2026-03-01', 350, /^occurred_/, asValue],
  ])('%s, refused: asked without it, and what does not match is left out', async (filter, matching, member, saying) => {
    const transport = scripted({
      'GET /feedback': (_: unknown, url: URL) => {
        const refused = [...url.searchParams.keys()].find((name) => name.match(member))
        if (refused) return new Reply(422, errorOf('VALIDATION_ERROR', 'No.', saying(refused)))
        const start = byCursor(url.searchParams)
        const size = Number(url.searchParams.get('limit') ?? 50)
        const items = ITEMS.slice(start, start + size)
        return { items, pagination: { next_cursor: next({ start, size, total: ITEMS.length }) } }
      },
      'GET /me': ME,
    })
    const argv = ['feedback', 'list', '--output', 'csv', ...filter.split(' ')]
    const { code, stdout, stderr } = await runInpk(argv, { transport })
    expect([code, stdout.trim().split('\n').length - 1]).toEqual([0, matching])
    expect(stderr).toContain(`warning: the service refused to filter by ${filter.split(' ')[0]}`)
  })

  it.each([
    ['--customer-id null --since 2026-01-15', 0, ['customer_id']],
    ['--source 2 --since 2026-01-15', 175, ['occurred_since']],
    ['--source 2', 225, ['source_id', 'limit']],
    ['--source 2', 0, ['', 'source_id']],
  ])('%s, refused without a reason: asked without what it may be', async (filter, matching, members) => {
    const transport = scripted({
      'GET /feedback': (_: unknown, url: URL) => {
        if (members.some((member) => member === '' || url.searchParams.has(member)))
          return new Reply(422, errorOf('INVALID_REQUEST', 'No.'))
        const start = byCursor(url.searchParams)
        const size = Number(url.searchParams.get('limit') ?? 50)
        const items = ITEMS.slice(start, start + size)
        return { items, pagination: { next_cursor: next({ start, size, total: ITEMS.length }) } }
      },
      'GET /me': ME,
    })
    const argv = ['feedback', 'list', '--output', 'csv', ...filter.split(' ')]
    const { code, stdout, stderr } = await runInpk(argv, { transport })
    const isStillRefused = members.includes('')
    expect(code).toBe(isStillRefused ? 6 : 0)
    expect(stdout.trim().split('\n').length - 1).toBe(matching)
    expect(stderr.includes('warning: the service refused to filter by')).toBe(!isStillRefused)
    // What it takes is still asked for.
    const last = transport.asked.findLast(({ url }) => url.pathname.endsWith('/feedback'))!
    if (members[0] === 'occurred_since') expect(last.url.search).toContain('source_id=2')
  })

  it('a time that is refused under a name of the service, with something before it', async () => {
    const file = writeFile(scratchFolder(), 'facts.yaml', 'query:listFeedback: { names: { occurred_since: from } }\n')
    const transport = scripted({
      'GET /feedback': (_: unknown, url: URL) => {
        const refused = url.searchParams.has('from')
        if (refused) return new Reply(422, errorOf('VALIDATION_ERROR', 'No.', asValue('query.from')))
        return { items: ITEMS.slice(0, 20), pagination: { next_cursor: null } }
      },
      'GET /me': ME,
    })
    const argv = ['feedback', 'list', '--json', '--since', '2026-01-15', '--facts', file]
    const { code, stderr } = await runInpk(argv, { transport })
    expect([code, stderr]).toEqual([0, expect.stringContaining('warning: the service refused to filter by --since')])
  })

  it('`--limit` counts what matches', async () => {
    const transport = whole()
    const argv = ['feedback', 'list', '--external-id', 'T-440', '--limit', '1', '--json']
    const { code, stdout } = await runInpk(argv, { transport })
    expect([code, JSON.parse(stdout)]).toEqual([0, [ITEMS[440]]])
    expect(transport.asked.length).toBeLessThan(5)
  })

  it('a row without a customer has none, where others show one', async () => {
    const rows = ITEMS.slice(0, 4).map(({ customer_id: _, ...item }, index) => ({
      ...item,
      ...(index % 2 === 0 && { customer_id: 'C' }),
    }))
    const transport = scripted({ 'GET /feedback': { items: rows, pagination: { next_cursor: null } } })
    const argv = ['feedback', 'list', '--customer-id', 'C', '--output', 'ndjson']
    const { code, stdout } = await runInpk(argv, { transport })
    expect([code, stdout.trim().split('\n').length]).toEqual([0, 2])
  })

  it.each([
    ['external_id', '--external-id T-7'],
    ['customer_id', '--customer-id C'],
    ['source_id', '--source 1'],
    ['created_at', '--since 2026-01-15'],
  ])('rows without %s cannot be checked: exit code 1, and the filter is named', async (member, filter) => {
    const rows = ITEMS.slice(0, 3).map((item) => ({ ...item, [member]: undefined, occurred_at: undefined }))
    const transport = scripted({ 'GET /feedback': { items: rows, pagination: { next_cursor: null } } })
    const { code, stderr } = await runInpk(['feedback', 'list', ...filter.split(' ')], { transport })
    expect(code).toBe(1)
    expect(stderr).toContain(member)
    expect(stderr).toContain(`Without it ${filter.split(' ')[0]} can't be checked`)
    expect(stderr).toContain('(UNEXPECTED_RESPONSE)')
  })

  it('a source is looked for in the group that was named', async () => {
    const groups = ['A', 'B'].map((name, index) => ({
      survey_series_id: String(index + 1),
      name,
      surveys: [
        { survey_id: String(index + 7), survey_series_id: String(index + 1), survey_title: 'Same', questions: [] },
      ],
    }))
    const transport = scripted({ 'GET /surveys/list': { survey_series: groups, pagination: { has_more: false } } })
    const { code, stdout } = await runInpk(['sources', 'show', 'Same', '--group', 'B', '--json'], { transport })
    expect([code, JSON.parse(stdout).survey_id]).toEqual([0, '8'])
  })
})

describe('a listing that counts sources on its pages, and may cut a group in two', () => {
  /** 30 groups with 0 to 4 sources, of which each page has so many; a group without any counts as one. */
  const GROUPS_OF_SOURCES = Array.from({ length: 30 }, (_, index) => ({
    survey_series_id: String(index + 1),
    name: `Group ${index + 1}`,
    surveys: Array.from({ length: index % 5 }, (_, at) => ({
      survey_id: `${index + 1}-${at}`,
      survey_title: `Source ${at}`,
      questions: [],
    })),
  }))
  const units = GROUPS_OF_SOURCES.flatMap((group) =>
    group.surveys.length === 0 ? [group] : group.surveys.map((source) => ({ ...group, surveys: [source] })),
  )
  const grouped = (page: readonly (typeof units)[number][]) => {
    const groups = new Map<string, (typeof units)[number]>()
    for (const { surveys, ...group } of page) {
      const before = groups.get(group.survey_series_id)?.surveys ?? []
      groups.set(group.survey_series_id, { ...group, surveys: [...before, ...surveys] })
    }
    return [...groups.values()]
  }
  const cutting = (around: Around, startOf: (query: URLSearchParams, size: number) => number, size: number) =>
    scripted({
      'GET /surveys/list': (_: unknown, { searchParams }: URL) => {
        const start = startOf(searchParams, size)
        const page = { start, size, total: units.length }
        return { survey_series: grouped(units.slice(start, start + size)), ...around(page) }
      },
      'GET /me': ME,
    })

  it.each(
    [2, 3, 7, 50].flatMap((size) => ['cursor', 'page', 'pages', 'offset'].map((style) => [style, size] as const)),
  )('by %s, %i on a page: every group once, with all of its sources', async (style, size) => {
    const folder = scratchFolder()
    const facts = {
      page: { style: 'page', total: 'pagination.total', echo: { limit: 'pagination.limit' } },
      pages: {
        style: 'page',
        total: 'pagination.total',
        pages: 'pagination.pages',
        echo: { limit: 'pagination.limit' },
      },
      offset: { style: 'offset', total: 'pagination.total', echo: { limit: 'pagination.limit' } },
    }[style]
    const known = facts ? ['--facts', writeFile(folder, 'f.json', JSON.stringify({ 'paging:listSources': facts }))] : []
    const around: Around = (page) => ({
      pagination: {
        limit: page.size,
        ...(style === 'cursor' ? { next_cursor: next(page), has_more: next(page) !== null } : { total: page.total }),
        ...(style === 'pages' && { pages: Math.ceil(page.total / page.size) }),
      },
    })
    const startOf = (query: URLSearchParams, each: number) =>
      style.startsWith('page') ? (Number(query.get('page') ?? 1) - 1) * each : Number(query.get(style) ?? 0)
    const { code, stdout, stderr } = await runInpk(['groups', 'list', '--json', ...known], {
      cwd: folder,
      transport: cutting(around, startOf, size),
    })
    expect([code, stderr]).toEqual([0, ''])
    const sources = (groups: { surveys: { survey_id: string }[] }[]) =>
      groups.map(({ surveys }) => surveys.map(({ survey_id }) => survey_id))
    expect(sources(JSON.parse(stdout))).toEqual(sources(GROUPS_OF_SOURCES))
  })

  it.each([
    ['its limit is not said', (page: Page) => ({ pagination: { total: page.total } })],
    ['its limit and total are', (page: Page) => ({ pagination: { total: page.total, limit: page.size } })],
    ['nothing is', () => ({})],
  ])(
    'is none where pages of half the size have groups of two sources, and %s: every group is listed',
    async (_, around) => {
      const groups = GROUPS.map((group) => {
        const { survey_series_id: id } = group
        const surveys = ['a', 'b'].map((each) => ({ survey_id: `${id}${each}`, survey_title: each, questions: [] }))
        return { ...group, surveys }
      })
      const transport = scripted({
        'GET /surveys/list': (_body: unknown, { searchParams }: URL) => {
          const [start, size] = [Number(searchParams.get('offset') ?? 0), 100]
          const page = { start, size, total: groups.length }
          return { survey_series: groups.slice(start, start + size), ...around(page) }
        },
        'GET /me': ME,
      })
      const folder = scratchFolder()
      const facts = {
        'paging:listSources': { style: 'offset', total: 'pagination.total', echo: { limit: 'pagination.limit' } },
      }
      const known = ['--facts', writeFile(folder, 'f.json', JSON.stringify(facts))]
      const { code, stdout } = await runInpk(['groups', 'list', '--json', ...known], { cwd: folder, transport })
      expect([code, JSON.parse(stdout).length]).toEqual([0, groups.length])
    },
  )

  it('is refused where a total is neither that of its groups nor of their sources', async () => {
    const transport = scripted({
      'GET /surveys/list': { survey_series: GROUPS.slice(0, 100), pagination: { next_cursor: null, total: 450 } },
      'GET /me': ME,
    })
    const folder = scratchFolder()
    const facts = {
      'paging:listSources': { style: 'cursor', next: 'pagination.next_cursor', total: 'pagination.total' },
    }
    const known = ['--facts', writeFile(folder, 'f.json', JSON.stringify(facts))]
    const { code, stderr } = await runInpk(['groups', 'list', '--json', ...known], { cwd: folder, transport })
    expect([code, stderr]).toEqual([8, expect.stringContaining('PAGES_INCOMPLETE')])
  })
})

describe('a service that takes no size of a page is asked without one (LST-11)', () => {
  const REFUSALS: [string, object][] = [
    ['a map', { limit: ['is not allowed'] }],
    ['places', [{ loc: ['query', 'limit'], msg: 'Extra inputs are not permitted' }]],
    ['sentences', ['limit is not known']],
  ]
  const unsized = (details: object) => {
    const pageOf = (rows: object[], name: string) => (_: unknown, url: URL) => {
      if (url.searchParams.has('limit'))
        return new Reply(422, errorOf('VALIDATION_ERROR', 'The request is not valid.', details))
      const start = byCursor(url.searchParams)
      const page = { start, size: 50, total: rows.length }
      return {
        [name]: rows.slice(start, start + 50),
        pagination: { next_cursor: next(page), has_more: next(page) !== null },
      }
    }
    return scripted({
      'GET /feedback': pageOf(ITEMS, 'items'),
      'GET /surveys/list': pageOf(GROUPS, 'survey_series'),
      'GET /me': ME,
    })
  }

  it.each(REFUSALS)('and gives every row, where it refuses in the form of %s', async (_, details) => {
    const transport = unsized(details)
    const { code, stdout, stderr } = await runInpk(['feedback', 'export', '--format', 'ndjson'], { transport })
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout.trim().split('\n')).toHaveLength(ITEMS.length)
    // One refusal, and then a request a page.
    expect(transport.asked).toHaveLength(1 + ITEMS.length / 50)
  })

  it('but no full page is taken for the end where nothing says so', async () => {
    const transport = scripted({
      'GET /feedback': (_: unknown, url: URL) =>
        url.searchParams.has('limit')
          ? new Reply(422, errorOf('VALIDATION_ERROR', 'The request is not valid.', { limit: ['is not allowed'] }))
          : { items: ITEMS.slice(0, 50) },
      'GET /me': ME,
    })
    const { code } = await runInpk(['feedback', 'export', '--format', 'ndjson'], { transport })
    expect(code).toBe(8)
  })

  it('and another refusal is told as it is', async () => {
    const transport = scripted({
      'GET /feedback': new Reply(
        422,
        errorOf('VALIDATION_ERROR', 'The request is not valid.', { cursor: ['is not allowed'] }),
      ),
      'GET /me': ME,
    })
    const { code, stderr } = await runInpk(['feedback', 'export', '--format', 'ndjson'], { transport })
    expect([code, stderr]).toEqual([6, expect.stringContaining('is not allowed')])
    expect(transport.asked).toHaveLength(1)
  })
})
