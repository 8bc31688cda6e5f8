import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench, stageSource } from './with-emulator.js'

const ROWS = 'id,comment\n1,Hello there\n2,Bye\n'

it.each([
  ['a column that --map names and the file lacks', ROWS, ['--map', 'text=coment'], 2, 'Did you mean `comment`?'],
  ['one of ids', ROWS, ['--map', 'text=comment', '--map', 'external_id=idd'], 2, 'Did you mean `id`?'],
  ['no column for the text', ROWS, [], 6, 'Name others with `--map text=Column`'],
  ['no rows', '', [], 6, 'the file is empty'],
  ['a web page', '<html><body>Sign in</body></html>', [], 6, 'is a web page'],
  ['a compressed file', gzipSync('text\nHello\n'), [], 6, 'the file is compressed'],
])('an upload of %s is refused before anything is sent', async (_, content, argv, exit, hint) => {
  const bench = await openBench()
  const { source } = await stageSource(bench)
  const file = writeFile(scratchFolder(), 'a.csv', content)
  let sent = 0
  const transport: typeof bench.emulator.handle = (request) => {
    if (request.url.includes('/upload')) sent += 1
    return bench.emulator.handle(request)
  }
  const { code, stderr } = await bench.run(['upload', file, '--source', source, ...argv], { transport })
  expect([code, stderr]).toEqual([exit, expect.stringContaining(hint)])
  expect(sent).toBe(0)
})

it.each([
  ['nearest', 'coment', '"coment" (did you mean "comment"? its columns are: id, comment)'],
  ['needed', undefined, '"text" (its columns are: id, comment; say in "mapping" which of them holds the text)'],
])('the task of an upload by another program says which column is %s', async (_, header, said) => {
  const { emulator, json, run } = await openBench()
  const { group, source, field } = await stageSource({ emulator, json, run })
  const form = new FormData()
  form.set('file', new Blob([ROWS]), 'a.csv')
  form.set('survey_series_id', group)
  form.set('survey_id', source)
  if (header !== undefined) form.set('mapping', JSON.stringify({ fields: { [field]: header } }))
  const request = new Request(`${emulator.baseUrl}/api/input/feedback/upload`, { method: 'POST', body: form })
  const { status } = await emulator.handle({
    method: 'POST',
    url: request.url,
    headers: {
      authorization: `Bearer ${emulator.apiKeys.test.all}`,
      'content-type': request.headers.get('content-type')!,
    },
    body: new Uint8Array(await request.arrayBuffer()),
  })
  expect(status).toBe(202)
  await json(['emulator', 'clock', 'advance', '5m'])
  const { stdout } = await run(['tasks', 'show', 'task_1'])
  expect(stdout.replace(/\s+/g, ' ')).toContain(`no column named ${said}`)
  expect(stdout).toMatch(/^kind +upload$/m)
})

it('an upload without --map says which columns it leaves out that a push would take, and how to store them', async () => {
  const bench = await openBench()
  const { source } = await stageSource(bench)
  const upload = async (content: string, ...argv: string[]) => {
    const file = writeFile(scratchFolder(), 'a.csv', content)
    return (await bench.run(['upload', file, '--source', source, ...argv])).stderr.replace(/\s+/g, ' ')
  }
  const named = await upload('text,id,date,rating\nHello,1,2026-01-02,4\n')
  expect(named).toContain('id, date are not stored')
  expect(named).toContain('`--map external_id=id --map rating=rating --map occurred_at=date`')
  const others = ['text,shoe size\nHello,42\n', 'text,external_id\nHello,1\n']
  for (const content of others) expect(await upload(content)).not.toContain('not stored')
  expect(await upload('text,id\nHello,7\n', '--map', 'text=text')).not.toContain('not stored')
})
