import { describe, expect, it, test } from 'vitest'
import type { Transport } from '../../src/contract/wire.js'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench, stageSource, storedTexts } from './with-emulator.js'

/** An emulator that plays facts, command lines that know them, and what was sent where. */
async function underFacts(facts: object) {
  const bench = await openBench({ facts: facts as never })
  const folder = scratchFolder()
  const path = writeFile(folder, 'f.json', JSON.stringify(facts))
  const asked: { path: string; query: URLSearchParams; body: unknown }[] = []
  const transport: Transport = (request) => {
    const { pathname, searchParams } = new URL(request.url)
    const isJson = typeof request.body === 'string' || request.body instanceof Uint8Array
    asked.push({ path: pathname, query: searchParams, body: isJson ? bodyOf(request.body) : undefined })
    return bench.emulator.handle(request)
  }
  const run = (words: string) =>
    bench.run([...words.split(' '), '--facts', path], { transport, cwd: folder, env: { XDG_STATE_HOME: folder } })
  const ask = (end: string) => asked.filter((each) => each.path.endsWith(end))
  return { bench, folder, run, ask }
}

function bodyOf(body: unknown): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body as Uint8Array))
  } catch {
    return undefined
  }
}

const ROWS = ['one', 'two', 'three', 'four', 'five']

describe('what the facts say of limits is kept to', () => {
  it('items of a push to several fields', async () => {
    const { bench, folder, run, ask } = await underFacts({ 'behaviour:bulk-item-limit': { items: 4 } })
    await bench.json(['groups', 'create', 'Support'])
    const questions = ['--question', 'A?', '--question', 'B?']
    await bench.json(['sources', 'create', 'Two', '--group', 'Support', ...questions, '--publish'])
    writeFile(folder, 'b.csv', `a,b\n${ROWS.map((row) => `${row} a,${row} b`).join('\n')}\n`)
    const { code } = await run('push b.csv --source Two --field a=A? --field b=B?')
    expect([code, (await storedTexts(bench)).length]).toEqual([0, 10])
    expect(ask('/content/push/bulk')).toHaveLength(3)
  })

  it('lengths of members', async () => {
    const { bench, folder, run } = await underFacts({ 'behaviour:item-lengths': { customer_id: 5 } })
    await stageSource(bench)
    writeFile(folder, 'a.csv', 'text,customer_id\none,C-1\ntwo,much too long\n')
    const { code, stderr } = await run('push a.csv --source Tickets')
    expect([code, await storedTexts(bench)]).toEqual([0, ['one', 'two']])
    expect(stderr).toMatch(/1 customer id is invalid and was left out/)
  })

  it('the size of a page', async () => {
    const { bench, run, ask } = await underFacts({
      'behaviour:paging-clamp': { default: 2, most: 2, above: 'refused' },
    })
    await stageSource(bench, ROWS)
    expect((await run('feedback export --format ndjson')).stdout.trim().split('\n')).toHaveLength(5)
    expect(ask('/feedback').map(({ query }) => query.get('limit'))).toEqual(['2', '2', '2'])
    expect((await run('groups list')).code).toBe(0)
  })

  it('the ids of an erase, one where a request carries one', async () => {
    const { bench, run, ask } = await underFacts({
      'body:eraseFeedback': { lists: { external_ids: { single: true } } },
    })
    await stageSource(bench, [
      { text: 'a', external_id: 'e1' },
      { text: 'b', external_id: 'e2' },
      { text: 'c', external_id: 'e3' },
    ])
    const { code, stdout } = await run('feedback erase --external-id e1 --external-id e2 --yes')
    expect([code, stdout, await storedTexts(bench)]).toEqual([0, 'Erased 2 items; 0 not found.\n', ['c']])
    expect(ask('/feedback/erase')).toHaveLength(2)
  })
})

test.each(['classic', 'recommended'])('answers in %s words on every route are read', async (rule) => {
  const { bench, run } = await underFacts({ 'behaviour:answers-in-route-words': { rule } })
  await run('groups create Support')
  expect((await run('sources create Tickets --group Support --question Why? --publish')).code).toBe(0)
  const { code, stdout } = await run('sources list --json')
  expect([code, JSON.parse(stdout)[0]]).toMatchObject([0, { survey_title: 'Tickets', mode: 'ACCESSIBLE' }])
  expect((await run('feedback list --source Tickets')).code).toBe(0)
  await bench.emulator.close()
})
