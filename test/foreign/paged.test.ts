import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Transport } from '../../src/contract/wire.js'
import { runInpk } from '../cli/run-inpk.js'
import { type Choices, choicesWith, TABLE } from './choices.js'
import { queryAfter } from './list-pages.js'
import { groupsAfter } from './paging.js'
import { otherId } from './shape.js'
import { createWorld, putFile, STAGED, type World } from './world.js'

const RECIPIENTS = 120
const PAGE = 50
const HOST = 'http://127.0.0.1:9'

/** A service with 250 groups, 450 items and a distribution to 120 recipients. */
function staged(others: Partial<Choices>): World {
  const world = createWorld(choicesWith({ 'group.id': 'id', 'item.id': 'id', 'recipient.email': 'address', ...others }))
  const { state } = world.service
  for (let index = 1; index <= 248; index += 1)
    state.groups.push({ id: 15_000 + index, name: `Group ${index}`, createdAt: 0 })
  state.invites[0]!.recipients = Array.from({ length: RECIPIENTS }, (_, index) => ({
    email: `person${index}@example.org`,
    variables: {},
    skipped: false,
  }))
  return world
}

const transportTo =
  ({ service }: World): Transport =>
  async ({ method, url, headers = {}, body }) => {
    const { pathname, search } = new URL(url)
    const bytes = body === undefined ? {} : { body: Buffer.from(body as string) }
    const answer = service.handle({ method, path: pathname + search, headers, ...bytes })
    return { status: answer.status, headers: answer.headers, body: Buffer.from(JSON.stringify(answer.body)) }
  }

function run(world: World, args: string[]) {
  const { folder, service } = world
  const env = { INPK_API_KEY: service.keyWith('all'), INPK_BASE_URL: HOST, INPK_CONFIG_DIR: folder }
  return runInpk([...args, '--quiet'], { cwd: folder, env, transport: transportTo(world) })
}

const inviteOf = ({ service: { choices } }: World) => String(otherId(choices, 'invite', STAGED.invite))

const pagesOf = (entries: number) => Array.from({ length: Math.ceil(entries / PAGE) }, (_, page) => page * PAGE)

/** A recording of who knows the service and reads its lists page by page. */
function recorded(world: World): string {
  const { service } = world
  const c = service.choices
  const entries: object[] = []
  const get = (path: string, query: Record<string, string>) => {
    const address = `${path}?${new URLSearchParams(query)}`.replace(/\?$/, '')
    const headers = { authorization: `Bearer ${service.keyWith('all')}` }
    const answer = service.handle({ method: 'GET', path: address, headers })
    const shown = Object.entries(answer.headers).map(([name, value]) => ({ name, value }))
    const content = { mimeType: 'application/json', text: JSON.stringify(answer.body) }
    entries.push({
      startedDateTime: '2026-03-01T10:00:00.000Z',
      request: { method: 'GET', url: HOST + address, headers: [] },
      response: { status: answer.status, headers: shown, content },
    })
  }
  get('/api/input/me', {})
  for (const before of pagesOf(250)) get('/api/input/surveys/list', groupsAfter(c, before))
  for (const before of pagesOf(450)) get(`${c.prefix}/feedback`, queryAfter(c, 'feedback', before))
  for (const before of pagesOf(RECIPIENTS))
    get(
      `${c.prefix}/invites/${inviteOf(world)}/recipients`,
      c['recipients.form'] === 'whole' ? {} : queryAfter(c, 'recipients', before),
    )
  return JSON.stringify({ log: { version: '1.2', entries } })
}

const WAYS: Record<string, (world: World) => string[]> = {
  description: () => [],
  recording: (world) => {
    putFile(world, 'session.har', recorded(world))
    return ['session.har']
  },
  probes: () => ['--probe'],
}

interface Listed {
  code: number
  said: string
  /** How many of the rows came, and whether one came twice. */
  rows: number
  twice: boolean
}

async function list(world: World, args: string[], key: RegExp): Promise<Listed> {
  const { code, stdout, stderr } = await run(world, args)
  const found = stdout.match(new RegExp(key, 'g')) ?? []
  return { code, said: stderr, rows: new Set(found).size, twice: new Set(found).size < found.length }
}

/** The lists as commands read them, after learning. */
async function listsAfter(others: Partial<Choices>, way: string): Promise<Record<string, Listed>> {
  const world = staged(others)
  try {
    const learned = await run(world, ['learn', ...WAYS[way]!(world)])
    expect([0, 10, 11]).toContain(learned.code)
    return {
      items: await list(world, ['feedback', 'export', '--format', 'ndjson'], /"Archived \d+"/),
      groups: await list(world, ['groups', 'list', '--json'], /"(Group \d+|Support|Sales)"/),
      recipients: await list(world, ['invites', 'recipients', inviteOf(world), '--json'], /"person\d+@example.org"/),
    }
  } finally {
    rmSync(world.folder, { recursive: true, force: true })
  }
}

const WHOLE: Record<string, number> = { items: 450, groups: 250, recipients: RECIPIENTS }

/** What of the lists was not read whole, each row once. */
const lacking = (lists: Record<string, Listed>) =>
  Object.entries(lists).flatMap(([name, { code, rows, twice, said }]) =>
    code === 0 && rows === WHOLE[name] && !twice
      ? []
      : [`${name}: exit ${code}, ${rows} rows${twice ? ', some twice' : ''}: ${said.slice(0, 160)}`],
  )

/** What of the lists ended early, or has rows twice, without a word. */
const silent = (lists: Record<string, Listed>) =>
  Object.entries(lists).flatMap(([name, { code, rows, twice }]) =>
    twice || (code === 0 && rows !== WHOLE[name]) ? [`${name}: exit ${code}, ${rows} rows`] : [],
  )

/** How lists go on, each by another mechanism. */
const FORMS: [string, Partial<Choices>][] = [
  ...TABLE['feedback.form'].values.map((form): [string, Partial<Choices>] => [form, { 'feedback.form': form }]),
  ['cursor in link', { 'feedback.paging': 'link' }],
  ['cursor in links.next', { 'feedback.paging': 'links.next' }],
  [
    'a bare list with a header',
    { 'feedback.form': 'header cursor', 'feedback.shape': 'bare list, with the Link header' },
  ],
  ['a bare list with links', { 'feedback.shape': 'bare list, with the Link header', 'feedback.cursor': 'after' }],
  ['pages from 0', { 'feedback.form': 'page', 'page.first': 0, 'list.paging': 'page' }],
  ['page headers from 0', { 'feedback.form': 'page headers', 'page.first': 0, 'list.paging': 'link' }],
  ['bare pages from 0', { 'feedback.form': 'bare pages', 'page.first': 0, 'list.paging': 'offset' }],
  ['no size', { 'feedback.size': 'none', 'feedback.form': 'page' }],
  ['recipients without pages', { 'recipients.form': 'whole', 'list.paging': 'page' }],
]

/** Forms that differ from those in names and places alone. */
const RENAMED: [string, Partial<Choices>][] = [
  ...(['top', 'meta', 'page_info'] as const).map((place): [string, Partial<Choices>] => [
    `cursor in ${place}`,
    { 'feedback.paging': place },
  ]),
  ['a size of its own', { 'feedback.size': 'size', 'feedback.form': 'offset' }],
  [
    'links by after',
    { 'feedback.paging': 'link', 'feedback.cursor': 'after', 'feedback.limit': 'per_page', 'feedback.shape': 'object' },
  ],
  [
    'a cursor of a header called after',
    { 'feedback.form': 'header cursor', 'feedback.cursor': 'after', nulls: 'absent' },
  ],
]

/** Nothing in answers tells from which number pages count where they say nothing, and the first was asked for without one. */
const isUntold = (others: Partial<Choices>) => others['feedback.form'] === 'bare pages' && others['page.first'] !== 0

const CHECKS: [string, (others: Partial<Choices>) => Promise<void>][] = [
  [
    'after learning from a recording every list is read whole, each row once',
    async (others) => {
      const lists = await listsAfter(others, 'recording')
      expect(isUntold(others) ? silent(lists) : lacking(lists)).toEqual([])
    },
  ],
  [
    'after learning from probes every list is read whole, each row once',
    async (others) => expect(lacking(await listsAfter(others, 'probes'))).toEqual([]),
  ],
  [
    'after learning from a description no list ends early without a word, and no row comes twice',
    async (others) => expect(silent(await listsAfter(others, 'description'))).toEqual([]),
  ],
]

/** In `npm test` each mechanism is learned in one way, by turns; in the soak every form in all of them. */
const CASES = (process.env.INPK_SOAK ? [...FORMS, ...RENAMED] : FORMS).map(([name, others], at) => ({
  name,
  others,
  checks: process.env.INPK_SOAK ? CHECKS : [CHECKS[at % CHECKS.length]!],
}))

describe.each(CASES)('lists that go on by: $name', ({ others, checks }) => {
  it.each(checks)('%s', (_title, check) => check(others))
})
