import { expect, test } from 'vitest'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench, stageSource } from './with-emulator.js'

const CONTENT = 'body:pushContent.question.content[]'

test.each([
  [
    'a day in place of a time',
    { occurred_at: { type: 'date' } },
    '1 value of occurred_at is changed before it is sent',
  ],
  ['seconds', { occurred_at: { type: 'epoch-seconds' } }, '1 value of occurred_at is changed before it is sent'],
  ['no such member', { rating: { name: null } }, '2 values of rating are not sent: the facts say'],
  ['a form that holds all of it', { occurred_at: { type: 'epoch-milliseconds' } }, undefined],
])('what the service cannot carry is said before it is sent, also by --check: %s', async (_, member, said) => {
  const [[name, fact]] = Object.entries(member) as [[string, object]]
  const bench = await openBench({ facts: { [`${CONTENT}.${name}`]: fact } as never })
  const { source } = await stageSource(bench)
  const folder = scratchFolder()
  const facts = writeFile(folder, 'f.json', JSON.stringify({ [`${CONTENT}.${name}`]: fact }))
  const rows = 'one,2026-01-01T10:20:30.400Z,4\ntwo,2026-01-02T00:00:00Z,5\n'
  const file = writeFile(folder, 'a.csv', `text,occurred_at,rating\n${rows}`)
  const argv = ['push', file, '--source', source, '--facts', facts]
  for (const words of [['--check'], []]) {
    const { code, stdout, stderr } = await bench.run([...argv, ...words], { env: { XDG_STATE_HOME: folder } })
    expect(code).toBe(0)
    if (said === undefined) expect(stdout + stderr).not.toMatch(/not sent|changed before/)
    else expect((stdout + stderr).split(said)).toHaveLength(2)
  }
})

test('times are refused before anything is made where they are numbers of which nothing says what they count', async () => {
  const open = { [`${CONTENT}.occurred_at`]: { type: 'epoch', evidence: [{ from: 'a.json', what: 'description' }] } }
  const bench = await openBench()
  const folder = scratchFolder()
  const facts = writeFile(folder, 'f.json', JSON.stringify(open))
  const push = (rows: string) => {
    const argv = ['push', writeFile(folder, 'a.csv', rows), '--group', 'New', '--source', 'New', '--create']
    return bench.run([...argv, '--facts', facts, '--yes'], { env: { XDG_STATE_HOME: folder } })
  }
  const { code, stderr } = await push('text,occurred_at\none,2026-01-01T10:20:30Z\n')
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/seconds or milliseconds[\s\S]*--probe-writes/),
  })
  expect((await bench.run(['sources', 'list', '--json'])).stdout).not.toContain('"New"')
  expect((await push('text,rating\none,4\n')).code).toBe(0)
})
