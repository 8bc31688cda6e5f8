import { expect, test } from 'vitest'
import { type Bench, openBench } from '../with-emulator.js'

test('`emulator logs` shows the last requests, the newest at the end, without secrets', async () => {
  const bench = await openBench()
  await bench.run(['me'])
  await bench.run(['groups', 'list'])
  await bench.run(['sources', 'show', '99'])
  const { stdout } = await bench.run(['emulator', 'logs'])
  expect(stdout.indexOf('/api/input/me')).toBeLessThan(stdout.indexOf('/api/input/surveys/list'))
  const [one] = await bench.json(['emulator', 'logs', '--operation', 'getMe'])
  expect(one).toMatchObject({ method: 'GET', status: 200, operation: 'getMe' })
  expect(JSON.stringify(one)).not.toContain(bench.emulator.apiKeys.test.all.slice(-40))
  expect(await bench.json(['emulator', 'logs', '--limit', '1'])).toHaveLength(1)
})

/** Follows the log while three requests come, one after the other, and then Ctrl-C. */
async function follow(bench: Bench, ...more: string[]) {
  const { code, stdout } = await followed(bench, '--output', 'ndjson', ...more)
  const rows: { id: string; operation: string }[] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return { code, rows }
}

async function followed(bench: Bench, ...more: string[]) {
  let interrupt: (signal: NodeJS.Signals) => void = () => {}
  let polls = 0
  return bench.run(['emulator', 'logs', '--follow', ...more], {
    onSignal: (listener) => {
      interrupt = listener
      return () => {}
    },
    async sleep(_ms, signal) {
      await new Promise((resolve) => setImmediate(resolve))
      polls += 1
      if (polls < 4) await bench.run(['groups', 'list'])
      if (polls > 6) interrupt('SIGINT')
      signal?.throwIfAborted()
    },
  })
}

test('`--follow` goes on with what comes, each request once, until Ctrl-C: exit code 130', async () => {
  const bench = await openBench()
  await bench.run(['me'])
  const { code, rows } = await follow(bench)
  expect([code, rows.length]).toEqual([130, 4])
  expect(new Set(rows.map(({ id }) => id)).size).toBe(4)
})

test('`--follow --limit N` shows the last N and then what comes, as tail -n N -f does', async () => {
  const bench = await openBench()
  await bench.run(['groups', 'list'])
  await bench.run(['me'])
  const { code, rows } = await follow(bench, '--limit', '1')
  expect([code, rows.map(({ operation }) => operation)]).toEqual([
    130,
    ['getMe', 'listSources', 'listSources', 'listSources'],
  ])
})

test('a time that is none: exit code 2', async () => {
  const bench = await openBench()
  expect((await bench.run(['emulator', 'logs', '--since', 'yesterday'])).code).toBe(2)
})

test('`--follow --limit N` never shows what came before, also where all requests came in one millisecond', async () => {
  const bench = await openBench()
  await bench.run(['emulator', 'clock', 'freeze'])
  await bench.run(['sources', 'list'])
  await bench.run(['me'])
  const { code, rows } = await follow(bench, '--limit', '1')
  expect([code, rows.length, new Set(rows.map(({ id }) => id)).size]).toEqual([130, 4, 4])
  expect(rows[0]).toMatchObject({ operation: 'getMe' })
})

test('`--follow --json` is one object a line, and `--jq` is applied to each: an array would never end', async () => {
  const bench = await openBench()
  await bench.run(['me'])
  const json = (await followed(bench, '--json')).stdout.trimEnd().split('\n')
  expect(json.slice(0, 2).map((line) => JSON.parse(line).operation)).toEqual(['getMe', 'listSources'])
  const operations = (await followed(bench, '--jq', '.operation')).stdout.split('\n')
  expect(operations.slice(0, 2)).toEqual(['getMe', 'listSources'])
})

test('into a pipe nothing is cut, however wide what comes later is', async () => {
  const bench = await openBench()
  await bench.run(['me'])
  expect((await followed(bench)).stdout).toContain('  /api/input/surveys/list')
})
