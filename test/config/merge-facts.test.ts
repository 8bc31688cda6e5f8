import { lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mergeFacts } from '../../src/config/merge-facts.js'
import { parseFacts } from '../../src/config/read-facts.js'
import { writeFacts } from '../../src/config/write-facts.js'
import type { Facts } from '../../src/contract/facts/facts.js'
import { scratchFolder, writeFile } from '../commands/scratch.js'

const PATIENCE = {
  now: Date.now,
  monotonic: () => performance.now(),
  sleep: (ms: number) => new Promise<void>((done) => setTimeout(done, ms)),
}
const DESCRIBED = { from: 'openapi.json', what: 'description', times: 1, at: '2026-11-22' }
const SEEN = { from: 'session.har', what: 'traffic', times: 12, at: '2026-11-20' }

function merge(text: string, learned: Facts, confirmed?: Parameters<typeof mergeFacts>[2]) {
  const facts = text === '' ? {} : parseFacts(Buffer.from(text), 'inpk.facts.yaml')
  const merged = mergeFacts(learned, { text, facts }, confirmed)
  expect(parseFacts(Buffer.from(merged.text), 'merged')).toEqual(merged.facts)
  return merged
}

function changesOf({ changes }: ReturnType<typeof merge>) {
  return changes.map(({ id, change, contradicts }) => [id, change, ...contradicts])
}

const NAME = 'result:createGroup.name'
const GROUP = 'result:createGroup.survey_series_id'

test('a new file says in a comment what it is, and has an entry for each fact with its evidence', () => {
  const { text, changes } = merge('', { [NAME]: { name: 'title', evidence: [DESCRIBED] } })
  expect(text).toMatch(/^# What is known of the service/)
  expect(text).toMatch(
    /\n\nresult:createGroup.name:\n {2}name: title\n {2}evidence:\n {4}- \{ from: openapi.json, what: description, times: 1, at: 2026-11-22 \}\n$/,
  )
  expect(changes).toMatchObject([{ id: NAME, change: 'added', before: [] }])
})

const MANUAL = `# our notes

error:NOT_FOUND: { status: 410 }   # as the support said
# a comment between

result:createGroup.name:   # learned once
  # a comment within
  name: "title"
  evidence: [ {from: old.json, what: description, times: 1, at: 2026-01-01} ]
# the last comment
`

test.each([['\n'], ['\r\n']])('comments, order, quotes and blank lines stay, with lines that end in %j', (end) => {
  const text = `\ufeff${MANUAL.replaceAll('\n', end)}`
  const { text: merged } = merge(text, {
    [GROUP]: { name: 'id', evidence: [DESCRIBED] },
    [NAME]: { name: 'label', evidence: [DESCRIBED] },
  })
  const lines = merged.split(end)
  expect(merged.startsWith('\ufeff# our notes')).toBe(true)
  expect(lines.slice(1, 5)).toEqual(MANUAL.split('\n').slice(1, 5))
  expect(lines.slice(5, 9)).toEqual([
    'result:createGroup.name:',
    '  # learned once',
    '  # a comment within',
    '  name: label',
  ])
  expect(lines.indexOf('# the last comment')).toBeGreaterThan(7)
  expect(lines.indexOf(`${GROUP}:`)).toBeGreaterThan(lines.indexOf('# the last comment'))
  expect(merged.replaceAll(end, '')).not.toMatch(/[\r\n]/)
})

test('a manual fact is never changed, and what evidence says otherwise is reported', () => {
  const text = `${NAME}: { name: title }\n`
  const merged = merge(text, { [NAME]: { name: 'label', type: 'integer', evidence: [SEEN] } })
  expect(merged.text).toBe(text)
  expect(changesOf(merged)).toEqual([[NAME, 'manual', 'name: label, not title', 'type: integer']])
  expect(changesOf(merge(text, { [NAME]: { name: 'title', evidence: [SEEN] } }))).toEqual([[NAME, 'manual']])
})

test('a learned fact gives way only to better evidence: seen rather than described, then later, then more often', () => {
  const file = (evidence: object) => merge('', { [NAME]: { name: 'title', evidence: [evidence as never] } }).text
  const other = (evidence: object) => ({ [NAME]: { name: 'label', evidence: [evidence as never] } })
  expect(changesOf(merge(file(DESCRIBED), other(SEEN)))).toEqual([[NAME, 'replaced']])
  expect(changesOf(merge(file(SEEN), other(DESCRIBED)))).toEqual([[NAME, 'kept', 'name: label, not title']])
  const later = { ...SEEN, from: 'later.har', at: '2026-11-21' }
  expect(changesOf(merge(file(SEEN), other(later)))).toEqual([[NAME, 'replaced']])
  expect(changesOf(merge(file(later), other(SEEN)))).toEqual([[NAME, 'kept', 'name: label, not title']])
  const oftener = { ...SEEN, from: 'oftener.har', times: 13 }
  expect(changesOf(merge(file(SEEN), other(oftener)))).toEqual([[NAME, 'replaced']])
  expect(changesOf(merge(file(SEEN), other({ ...SEEN, at: '2026-11-01' })))).toEqual([[NAME, 'replaced']])
})

test('a description that says only that a time is a number takes back no unit that numbers have shown', () => {
  const id = 'result:listFeedback'
  const known = merge('', { [id]: { types: { 'items[].occurred_at': 'epoch-seconds' }, evidence: [DESCRIBED] } })
  const again = { [id]: { types: { 'items[].occurred_at': 'epoch' }, evidence: [DESCRIBED] } }
  expect(merge(known.text, again).facts).toEqual(known.facts)
  const open = merge('', again)
  const exact = merge(open.text, { [id]: { types: { 'items[].occurred_at': 'epoch-seconds' }, evidence: [DESCRIBED] } })
  expect(changesOf(exact)).toEqual([[id, 'extended']])
  expect(exact.facts).toEqual(known.facts)
})

test('a word that tells an entry from the others is not lost to a description that leaves it open, and closes one', () => {
  const id = 'result:getAnalysis.sentiment'
  const placed = (word: string) => ({
    [id]: { names: { 'positive.share': `moods[label=${word}].share` }, evidence: [DESCRIBED] },
  })
  const known = merge('', placed('pos'))
  expect(merge(known.text, placed('~positive')).facts[id]).toMatchObject(placed('pos')[id]!)
  const open = merge('', placed('~positive'))
  expect(merge(open.text, placed('pos')).facts[id]).toMatchObject(placed('pos')[id]!)
})

test('the same address cut in another place is no other address', () => {
  const id = 'route:GET /api/input/content/push/bulk/{task_id}'
  const byHand = merge(`'${id}': { prefix: /api/v1, path: '/jobs/{task_id}' }\n`, {
    [id]: { prefix: '', path: '/api/v1/jobs/{task_id}', evidence: [DESCRIBED] },
  })
  expect(changesOf(byHand)).toEqual([[id, 'manual']])
  const other = { [id]: { prefix: '', path: '/api/v2/jobs/{task_id}', evidence: [DESCRIBED] } }
  expect(changesOf(merge(byHand.text, other))).toEqual([
    [id, 'manual', 'prefix: "", not /api/v1', 'path: /api/v2/jobs/{task_id}, not /jobs/{task_id}'],
  ])
})

test('what was learned before is added to, and reading the same again changes nothing', () => {
  const first = merge('', { 'result:createSource': { names: { survey_id: 'id' }, evidence: [DESCRIBED] } })
  const more = { 'result:createSource': { names: { survey_title: 'title' }, evidence: [SEEN] } }
  const second = merge(first.text, more)
  expect(changesOf(second)).toEqual([['result:createSource', 'extended']])
  expect(second.facts['result:createSource']).toEqual({
    names: { survey_id: 'id', survey_title: 'title' },
    evidence: [DESCRIBED, SEEN],
  })
  const third = merge(second.text, more)
  expect([third.text, third.changes]).toEqual([second.text, []])
  const again = { 'result:createSource': { names: { survey_title: 'title' }, evidence: [{ ...SEEN, times: 14 }] } }
  expect(changesOf(merge(third.text, again))).toEqual([['result:createSource', 'seen again']])
})

const SOURCE = 'result:createSource'
const LATER = { ...SEEN, from: 'later.har', at: '2026-11-21' }

test('what better evidence says otherwise replaces that alone: members and comments of the rest stay', () => {
  const text = `${SOURCE}: # of our service
  names:
    survey_id: id   # as the support said
    # not to be trusted
    survey_title: title
  evidence:
    - { from: openapi.json, what: description, times: 1, at: 2026-11-22 }
`
  const merged = merge(text, { [SOURCE]: { names: { survey_title: 'label' }, evidence: [SEEN] } })
  expect(changesOf(merged)).toEqual([[SOURCE, 'replaced']])
  expect(merged.facts[SOURCE]).toEqual({
    names: { survey_id: 'id', survey_title: 'label' },
    evidence: [DESCRIBED, SEEN],
  })
  for (const comment of ['# of our service', '# as the support said', '# not to be trusted']) {
    expect(merged.text).toContain(comment)
  }
  const worse = merge(merged.text, {
    [SOURCE]: { names: { survey_title: 'caption', mode: 'state' }, evidence: [DESCRIBED] },
  })
  expect(changesOf(worse)).toEqual([[SOURCE, 'extended', 'names.survey_title: caption, not label']])
  expect(worse.facts[SOURCE]?.names).toEqual({ survey_id: 'id', survey_title: 'label', mode: 'state' })
})

test('what is confirmed takes back what was learned otherwise, and leaves the rest and all comments', () => {
  const learned = {
    names: { survey_id: 'id', survey_title: 'title' },
    types: { survey_id: 'integer' },
    evidence: [SEEN],
  }
  const first = merge('', { [SOURCE]: learned, [NAME]: { name: 'title', evidence: [SEEN] } })
  const text = first.text.replace('  name: title', '  # not sure\n  name: title')
  const confirmed = new Map([
    [SOURCE, { isWhole: false, members: ['survey_id'], isDescribed: false, evidence: [LATER] }],
    [NAME, { isWhole: false, members: [''], isDescribed: false, evidence: [LATER] }],
    [GROUP, { isWhole: false, members: [''], isDescribed: false, evidence: [LATER] }],
  ])
  const merged = merge(text, {}, confirmed)
  expect(changesOf(merged)).toEqual([
    [SOURCE, 'taken back'],
    [NAME, 'taken back'],
  ])
  expect(merged.facts).toEqual({
    [SOURCE]: { names: { survey_title: 'title' }, types: { survey_id: 'integer' }, evidence: [SEEN, LATER] },
  })
  expect(merged.text).toContain('# not sure')
  expect(changesOf(merge(merged.text, {}, confirmed))).toEqual([])
})

test('what is written as we assume because it is proven stays when it is confirmed again', () => {
  const OPTION = 'body:sendInvites.dry_run'
  const { text } = merge('', { [OPTION]: { name: 'dry_run', evidence: [SEEN] } })
  const confirmed = new Map([[OPTION, { isWhole: false, members: [''], isDescribed: true, evidence: [LATER] }]])
  expect(changesOf(merge(text, {}, confirmed))).toEqual([])
  const moved = merge('', { [OPTION]: { name: '?dry_run', evidence: [SEEN] } })
  expect(changesOf(merge(moved.text, {}, confirmed))).toEqual([[OPTION, 'taken back']])
})

test('a place in one of two answers is not taken back by the other, which has the member where we do', () => {
  const INVITES = 'result:sendInvites'
  const learned = { names: { accepted: 'counts.accepted' }, otherwise: { accepted: 'accepted' }, evidence: [SEEN] }
  const { text } = merge('', { [INVITES]: learned })
  const confirmed = new Map([
    [INVITES, { isWhole: false, members: ['accepted'], isDescribed: false, evidence: [LATER] }],
  ])
  expect(changesOf(merge(text, {}, confirmed))).toEqual([])
})

test('the types of members that a description has as we do are taken back with their places', () => {
  const learned = { names: { survey_title: 'title' }, types: { survey_id: 'integer' }, evidence: [SEEN] }
  const { text } = merge('', { [SOURCE]: learned })
  const confirmed = (isDescribed: boolean) =>
    new Map([[SOURCE, { isWhole: false, members: ['survey_id'], isDescribed, evidence: [LATER] }]])
  expect(changesOf(merge(text, {}, confirmed(false)))).toEqual([])
  expect(merge(text, {}, confirmed(true)).facts[SOURCE]).toMatchObject({ names: { survey_title: 'title' } })
  expect(merge(text, {}, confirmed(true)).facts[SOURCE]?.types).toBeUndefined()
})

test('nothing is taken back by worse evidence, nor what a person wrote', () => {
  const confirmed = new Map([[NAME, { isWhole: false, members: [''], isDescribed: false, evidence: [DESCRIBED] }]])
  const { text } = merge('', { [NAME]: { name: 'title', evidence: [SEEN] } })
  expect(changesOf(merge(text, {}, confirmed))).toEqual([[NAME, 'kept', 'as it is assumed, and not otherwise']])
  const manual = merge(`${NAME}: { name: title }\n`, {}, confirmed)
  expect(changesOf(manual)).toEqual([[NAME, 'manual', 'as it is assumed, and not otherwise']])
  expect(manual.text).toBe(`${NAME}: { name: title }\n`)
})

test('a learned fact that cannot hold beside a manual one is left out, and said', () => {
  const text = `${GROUP}: { name: id }\n`
  const { text: merged, refused, changes } = merge(text, { [NAME]: { name: 'id', evidence: [SEEN] } })
  expect([merged, changes]).toEqual([text, []])
  expect(refused).toEqual([{ id: NAME, message: expect.any(String) }])
})

test('two names that change places are learned together', () => {
  const { refused, changes } = merge('', {
    [GROUP]: { name: 'name', evidence: [SEEN] },
    [NAME]: { name: 'survey_series_id', evidence: [SEEN] },
  })
  expect([refused, changes.length]).toEqual([[], 2])
})

test('a JSON file stays JSON, with what stood in it', () => {
  const { text } = merge('{"$schema": "x", "error:NOT_FOUND": {"status": 410}}', {
    [NAME]: { name: 'title', evidence: [SEEN] },
  })
  expect(JSON.parse(text)).toEqual({
    $schema: 'x',
    'error:NOT_FOUND': { status: 410 },
    [NAME]: { name: 'title', evidence: [SEEN] },
  })
})

test('a new file is for all to read, and one behind a link is changed where it lies', async () => {
  const folder = scratchFolder()
  const path = join(folder, 'inpk.facts.yaml')
  const learned = { [NAME]: { name: 'title', evidence: [SEEN] } }
  await writeFacts(path, learned, PATIENCE)
  expect(statSync(path).mode & 0o777).toBe(0o666 & ~process.umask())
  const link = join(scratchFolder(), 'inpk.facts.yaml')
  symlinkSync(path, link)
  await writeFacts(link, { [GROUP]: { name: 'id', evidence: [SEEN] } }, PATIENCE)
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
  expect(Object.keys(parseFacts(readFileSync(path), path))).toEqual([NAME, GROUP])
  expect(readdirSync(folder)).toEqual(['inpk.facts.yaml'])
})

test('of two that learn at once neither loses a fact', async () => {
  const path = join(scratchFolder(), 'inpk.facts.yaml')
  const ids = ['error:NOT_FOUND', 'error:INTERNAL_ERROR', 'error:SERVICE_BUSY', 'error:RATE_LIMITED']
  await Promise.all(ids.map((id, at) => writeFacts(path, { [id]: { status: 460 + at, evidence: [SEEN] } }, PATIENCE)))
  expect(Object.keys(parseFacts(readFileSync(path), path)).sort()).toEqual([...ids].sort())
})

test('a broken file is never written to', async () => {
  const path = writeFile(scratchFolder(), 'inpk.facts.yaml', 'a: [\n')
  await expect(writeFacts(path, { [NAME]: { name: 'title', evidence: [SEEN] } }, PATIENCE)).rejects.toThrow(':2:1: ')
  expect(readFileSync(path, 'utf8')).toBe('a: [\n')
})

test('a file whose anchors would carry a change further is left as it is', async () => {
  const text = `error:NOT_FOUND: &a { status: 410, evidence: [{ from: x.json, what: description }] }\nerror:INTERNAL_ERROR: *a\n`
  const path = writeFile(scratchFolder(), 'inpk.facts.yaml', text)
  const learned = { 'error:NOT_FOUND': { code: 'GONE', evidence: [SEEN] } }
  await expect(writeFacts(path, learned, PATIENCE)).rejects.toThrow("can't be changed entry by entry")
  expect(readFileSync(path, 'utf8')).toBe(text)
})
