import type { Everyday, Ran } from './everyday.js'
import { otherId } from './shape.js'
import { hourOf, itemsIn, putItems, STAGED, type World } from './world.js'

/** The rows of a JSON array on stdout, each as text: a judge looks for values, whatever their members are called. */
function rowsOf({ stdout }: Ran): string[] {
  const rows: unknown = JSON.parse(stdout)
  return Array.isArray(rows) ? rows.map((row) => JSON.stringify(row)) : []
}

const linesOf = ({ stdout }: Ran) => stdout.split('\n').filter((line) => line !== '')
const hasAll = (text: string, ...values: unknown[]) => values.every((value) => text.includes(String(value)))
const archived = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `Archived ${from + index}`)

/** Exactly these texts, one a row, in any order. */
function areTexts(rows: string[], texts: string[]): boolean {
  const found = rows.map((row) => texts.find((text) => new RegExp(`${text.replaceAll('?', '\\?')}(?!\\d)`).test(row)))
  return rows.length === texts.length && new Set(found).size === texts.length && !found.includes(undefined)
}

const stageTexts = (world: World) =>
  putItems(world, STAGED.tickets, [
    { text: 'Great delivery', externalId: 'M-1', customerId: 'C-9' },
    { text: 'Fast delivery', externalId: 'M-2', customerId: 'C-9' },
    { text: 'Late delivery', externalId: 'M-3' },
    { text: 'It arrived', externalId: 'M-4' },
  ])

const idOf =
  (kind: 'task' | 'invite') =>
  ({ service: { choices } }: World) =>
    String(otherId(choices, kind, STAGED[kind]))

const showsThemes = (stdout: string) => /delivery.*\b3\b|\b3\b.*delivery/i.test(stdout)
const showsSides = (stdout: string) => /pos\w*.*\b(50|2)\b/i.test(stdout) && /neg\w*.*\b(25|1)\b/i.test(stdout)
const showsMonitors = (stdout: string) => /complaints.*\b1\b/i.test(stdout)

/** Commands that change nothing. */
export const EVERYDAY_READS: Everyday[] = [
  {
    title: 'me',
    args: () => ['me', '--json'],
    judge: (_, { stdout }) => hasAll(stdout, 'A foreign organisation', '4987.5', 'all'),
  },
  {
    title: 'groups list',
    args: () => ['groups', 'list'],
    judge: (_, { stdout }) => /Support.*4011|4011.*Support/.test(stdout) && /Sales.*4012|4012.*Sales/.test(stdout),
  },
  {
    title: 'groups list of 250',
    args: () => ['groups', 'list', '--json'],
    stage: ({ service: { state } }) => {
      for (let index = 1; index <= 248; index += 1)
        state.groups.push({ id: 15_000 + index, name: `Group ${index}`, createdAt: 0 })
    },
    judge: ({ service }, ran) => {
      const rows = rowsOf(ran)
      return (
        rows.length === 250 &&
        service.state.groups.every(({ id, name }) => rows.some((row) => hasAll(row, id, `"${name}"`)))
      )
    },
  },
  {
    title: 'sources list --group',
    args: () => ['sources', 'list', '--group', 'Support'],
    judge: (_, { stdout }) =>
      /Tickets/.test(stdout) &&
      hasAll(stdout, STAGED.tickets, 'Survey', STAGED.survey) &&
      !/Archive|Draft/.test(stdout),
  },
  {
    title: 'sources show by name',
    args: () => ['sources', 'show', 'Tickets'],
    judge: ({ service: { choices } }, { stdout }) =>
      hasAll(stdout, STAGED.tickets, 'What happened?', 'How likely?', otherId(choices, 'question', 6031)) &&
      !stdout.includes('Archive'),
  },
  {
    title: 'sources show by identifier',
    args: () => ['sources', 'show', String(STAGED.survey)],
    judge: (_, { stdout }) => hasAll(stdout, 'Survey', 'What did not?'),
  },
  {
    title: 'tasks show',
    args: (world) => ['tasks', 'show', idOf('task')(world)],
    judge: ({ service }, { stdout }) => service.state.tasks[0]!.reads > 0 && /50/.test(stdout),
  },
  {
    title: 'tasks wait',
    args: (world) => ['tasks', 'wait', idOf('task')(world), '--within', '30s'],
    judge: ({ service }, { stdout }) => service.state.tasks[0]!.reads >= 2 && stdout.includes('17'),
  },
  {
    title: 'feedback list --limit',
    args: () => ['feedback', 'list', '--source', 'Archive', '--limit', '5', '--json'],
    judge: (_, ran) => rowsOf(ran).length === 5 && rowsOf(ran).every((row) => row.includes('Archived ')),
  },
  {
    title: 'feedback list --source',
    args: () => ['feedback', 'list', '--source', 'Tickets', '--json'],
    stage: stageTexts,
    judge: (world, ran) =>
      areTexts(
        rowsOf(ran),
        itemsIn(world, STAGED.tickets).map(({ text }) => text),
      ),
  },
  {
    title: 'feedback list --since --until',
    args: () => ['feedback', 'list', '--since', hourOf(100), '--until', hourOf(110), '--json'],
    judge: (_, ran) => areTexts(rowsOf(ran), archived(100, 110)),
  },
  {
    title: 'feedback list --until before all',
    args: () => ['feedback', 'list', '--until', '2021-01-01', '--json'],
    judge: (_, ran) => ran.stdout.trim() === '[]',
  },
  {
    title: 'feedback list --external-id',
    args: () => ['feedback', 'list', '--external-id', 'A-7', '--json'],
    judge: (_, ran) => areTexts(rowsOf(ran), archived(7, 8)),
  },
  {
    title: 'feedback list --customer-id',
    args: () => ['feedback', 'list', '--customer-id', 'C-9', '--json'],
    stage: stageTexts,
    judge: (_, ran) => areTexts(rowsOf(ran), ['Great delivery', 'Fast delivery']),
  },
  {
    title: 'feedback export as CSV',
    args: () => ['feedback', 'export', '--format', 'csv', '--source', 'Archive'],
    stage: stageTexts,
    judge: (_, ran) =>
      areTexts(linesOf(ran).slice(1), archived(0, STAGED.archived)) && hasAll(linesOf(ran)[8]!, 'A-', 'C-'),
  },
  {
    title: 'feedback export as NDJSON',
    args: () => ['feedback', 'export', '--format', 'ndjson'],
    judge: (_, ran) => areTexts(linesOf(ran), archived(0, STAGED.archived)),
  },
  {
    title: 'analysis show',
    args: () => ['analysis', 'show', 'Tickets'],
    stage: stageTexts,
    judge: (_, { stdout }) => showsThemes(stdout) && showsSides(stdout) && showsMonitors(stdout),
    isNamed: ({ stdout, stderr }) => {
      const isMissing = (path: RegExp) => [...stderr.matchAll(/`([^`]+)`/g)].some(([, named]) => path.test(named!))
      const areThemes = showsThemes(stdout) || isMissing(/(^|\.)themes(\[\]\.(label|item_count))?$/)
      const areSides =
        showsSides(stdout) || isMissing(/(^|\.)\w+(\.(positive|neutral|negative))(\.\w+)?$|^(\w+\.)?sentiment$/)
      const areMonitors = showsMonitors(stdout) || isMissing(/(^|\.)(monitor\w*|flags|alerts)(\[\]\.\w+)?$/)
      return (
        areThemes &&
        areSides &&
        areMonitors &&
        /(that can be read|in another form); (left out or )?shown as -/.test(stderr)
      )
    },
  },
  {
    title: 'analysis wait',
    args: () => ['analysis', 'wait', 'Tickets', '--within', '30s'],
    stage: (world) => {
      stageTexts(world)
      world.service.state.sources[0]!.readsUntilAnalysed = 1
    },
    judge: ({ service }) => service.state.sources[0]!.readsUntilAnalysed === 0,
  },
  {
    title: 'invites template',
    args: () => ['invites', 'template', 'Tickets'],
    judge: (_, { stdout }) =>
      hasAll(stdout, 'name', 'order') && /1,?000/.test(stdout) && /verified|yes|true|✓/i.test(stdout),
  },
  {
    title: 'invites show',
    args: (world) => ['invites', 'show', idOf('invite')(world)],
    judge: (world, { stdout }) =>
      world.service.state.invites[0]!.reads > 0 && hasAll(stdout, idOf('invite')(world)) && /\b2\b/.test(stdout),
  },
  {
    title: 'invites recipients',
    args: (world) => ['invites', 'recipients', idOf('invite')(world)],
    judge: (world, { stdout }) => {
      const word = world.service.choices['recipient.words'].split(' ')[0]!
      const rows = stdout.split('\n').filter((line) => line.includes('@example.org'))
      return (
        rows.length === 2 &&
        rows.every((row) => row.toLowerCase().includes(word.toLowerCase()) || /delivered|sent/i.test(row))
      )
    },
  },
  {
    title: 'api GET',
    args: () => ['api', 'GET', '/api/input/me'],
    judge: (_, { stdout }) => hasAll(stdout, 'A foreign organisation'),
  },
  { title: 'config', args: () => ['config'], judge: (_, { stdout }) => hasAll(stdout, 'http://127.0.0.1:') },
  { title: 'doctor', args: () => ['doctor'], judge: (_, { stdout }) => stdout !== '' },
  {
    title: 'openapi',
    args: () => ['openapi'],
    mayRefuse: true,
    judge: ({ service }, { stdout }) => JSON.stringify(JSON.parse(stdout)) === JSON.stringify(service.describe()),
  },
]
