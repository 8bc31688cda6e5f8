import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { WireRequest } from '../../src/contract/wire.js'
import { stdinOf } from '../cli/run-inpk.js'
import { scratchFolder } from './scratch.js'
import { openBench, stageSource } from './with-emulator.js'

describe('a filter that names what is not there is refused: it would look as if there were nothing', () => {
  test.each([
    ['feedback list --source 999', 'no source with id 999'],
    ['feedback list --group 999', 'no group with id 999'],
    ['feedback list --field 999', 'no field with id 999'],
    ['feedback list --group 2 --source 1', 'no source with id 1'],
    ['feedback list --source 999 --json', 'no source with id 999'],
    ['feedback export --source 999', 'no source with id 999'],
    ['webhooks deliveries --subscription 999', 'subscription 999 not found'],
    ['emulator logs --key EMUnowhere', 'key EMUnowhere not found'],
    ['emulator outbox list --source 999', 'source 999 not found'],
  ])('%s', async (line, message) => {
    const bench = await openBench()
    await stageSource(bench, ['Good'])
    await bench.json(['groups', 'create', 'Other'])
    const { code, stderr } = await bench.run(line.split(' '))
    expect([code, stderr]).toEqual([5, expect.stringContaining(message)])
  })

  test('a recording of the requests of a key', async () => {
    const { emulator } = await openBench()
    const asked = emulator.control.exportRequests({ query: { key_id: 'EMUnowhere' } })
    await expect(asked).rejects.toMatchObject({ status: 404, message: 'key EMUnowhere not found' })
  })

  test.each([
    'feedback list --source 1 --external-id none',
    'feedback list --group 2',
    'feedback list --source 1 --field 1 --since 2099-01-01',
  ])('what is there and empty is no error: %s', async (line) => {
    const bench = await openBench()
    await stageSource(bench, ['Good'])
    await bench.json(['groups', 'create', 'Other'])
    expect(await bench.run(line.split(' '))).toMatchObject({ code: 0, stdout: '', stderr: 'No feedback matches.\n' })
  })

  test('nothing is looked up where there is an item', async () => {
    const bench = await openBench()
    await stageSource(bench, ['Good'])
    const before = (await bench.json<[]>(['emulator', 'logs'])).length
    await bench.json(['feedback', 'list', '--source', '1', '--field', '1'])
    expect((await bench.json<[]>(['emulator', 'logs'])).length).toBe(before + 1)
  })

  test.each([
    ['feedback list --source Tickets', 2],
    ['feedback list --group Support', 2],
    ['feedback list --source 1', 2],
    ['feedback list --external-id none', 1],
  ])('%s: where there is none, what was named is looked up once: %i requests', async (line, requests) => {
    const bench = await openBench()
    await stageSource(bench)
    const before = (await bench.json<[]>(['emulator', 'logs'])).length
    await bench.json(line.split(' '))
    expect((await bench.json<[]>(['emulator', 'logs'])).length).toBe(before + requests)
  })

  test.each([['feedback list --group Support --json'], ['feedback export --group Support --format ndjson']])(
    'items that name their source alone are in the group that it is in: %s',
    async (line) => {
      const bench = await openBench()
      await stageSource(bench, ['Good', 'Fine'])
      const place = '--group Other --source Elsewhere'
      const rows = { cwd: scratchFolder(), stdin: stdinOf('Not asked for\n') }
      expect((await bench.run(`push - ${place} --create`.split(' '), rows)).code).toBe(0)
      const without = async (request: WireRequest) => {
        const url = request.url.replace(/feedback_group_id=[^&]*&?|survey_series_id=[^&]*&?/, '')
        const isListing = request.method === 'GET' && /\/feedback\?/.test(url)
        const answer = await bench.emulator.handle(isListing ? { ...request, url } : request)
        if (!isListing) return answer
        const text = Buffer.from(answer.body)
          .toString()
          .replaceAll(/"(feedback_group_id|survey_series_id)":"[^"]*",?/g, '')
        return { ...answer, body: Buffer.from(text) }
      }
      const { code, stdout } = await bench.run(line.split(' '), { transport: without })
      expect([code, stdout.match(/"text": ?"[^"]*"/g)?.length, stdout.includes('Not asked for')]).toEqual([0, 2, false])
    },
  )

  test('a file is not written for a source that is not there', async () => {
    const bench = await openBench()
    const cwd = scratchFolder()
    const { code } = await bench.run(['feedback', 'export', '--source', '999', '--to', 'all.csv'], { cwd })
    expect([code, existsSync(join(cwd, 'all.csv'))]).toEqual([5, false])
  })

  test('deliveries of a deleted subscription can still be asked for', async () => {
    const bench = await openBench()
    const url = ['https://example.com/', '--event', 'series.created']
    const { id } = await bench.json(['emulator', 'subscriptions', 'create', ...url])
    await bench.json(['groups', 'create', 'Shops'])
    await bench.json(['emulator', 'subscriptions', 'delete', id])
    expect((await bench.json<[]>(['webhooks', 'deliveries', '--subscription', id])).length).toBe(1)
  })
})

describe('options that an argument leaves without effect are refused', () => {
  test.each([
    ['webhooks deliveries dlv_1 --event content.pushed', "--event can't be used with a delivery id"],
    ['webhooks deliveries dlv_1 --state pending', "--state can't be used with a delivery id"],
    ['webhooks deliveries dlv_1 --subscription 1', "--subscription can't be used with a delivery id"],
    ['emulator orgs show 1 --org 3', 'two organisations are named: 1 and 3'],
    ['emulator orgs update 1 --org 3 --plan free', 'two organisations are named: 1 and 3'],
    ['emulator logs --status 4x', '--status "4x": must be a status such as 404, or a class such as 4xx'],
  ])('%s', async (line, message) => {
    const bench = await openBench()
    const { code, stderr } = await bench.run(line.split(' '))
    expect([code, stderr]).toEqual([2, expect.stringContaining(`error: ${message}\n`)])
  })
})

describe('feedback export writes the form that the file ends in', () => {
  test.each([
    ['a.csv', [], /^item_id,/],
    ['a.xlsx', [], /^PK/],
    ['a.NDJSON', [], /^\{"item_id"/],
    ['a.jsonl', [], /^\{"item_id"/],
    ['a', [], /^item_id,/],
    ['a.pdf', ['--format', 'csv'], /^item_id,/],
    ['a.txt', ['--output', 'ndjson'], /^\{"item_id"/],
    ['a.csv', ['--output', 'ndjson'], /^\{"item_id"/],
    ['a.ndjson', ['--output', 'csv'], /^item_id,/],
    ['a.xlsx', ['--json'], /^PK/],
    ['a.txt', [], /^item_id,/],
    ['tmp.Xa3fDk', [], /^item_id,/],
  ])('%s %j', async (name, more, content) => {
    const bench = await openBench()
    await stageSource(bench, ['Good'])
    const cwd = scratchFolder()
    expect((await bench.run(['feedback', 'export', '--to', name, ...more], { cwd })).code).toBe(0)
    expect(readFileSync(join(cwd, name), 'latin1')).toMatch(content)
  })

  test('an ending of no such form is refused, and nothing is written', async () => {
    const bench = await openBench()
    const cwd = scratchFolder()
    const { code, stderr } = await bench.run(['feedback', 'export', '--to', 'x.pdf'], { cwd })
    expect([code, stderr]).toEqual([2, expect.stringContaining("error: feedback can't be exported as .pdf\n")])
    expect(stderr).toContain('End the file name in .csv, .ndjson, .jsonl or .xlsx, or choose the format with --format.')
    expect(existsSync(join(cwd, 'x.pdf'))).toBe(false)
  })
})
