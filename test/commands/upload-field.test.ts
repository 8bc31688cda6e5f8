import { expect, test } from 'vitest'
import { scratchFolder, writeFile } from './scratch.js'
import { type Bench, openBench, stageSource } from './with-emulator.js'

const ROWS = 'text,external_id\nGood.,u1\n'

test('an upload tells the only field of its source to a service that takes one beside its file', async () => {
  const facts = { 'behaviour:upload-mapping': { form: 'none', field: 'question_id' } }
  const bench = await openBench({ facts })
  const { source } = await stageSource(bench)
  const folder = scratchFolder()
  const file = writeFile(folder, 'a.csv', ROWS)
  const env = { INPK_FACTS: writeFile(folder, 'facts.yaml', JSON.stringify(facts)) }
  await bench.json(['upload', file, '--source', source], { env })
  await bench.json(['emulator', 'clock', 'advance', '5m'])
  const stored = await bench.json(['feedback', 'list', '--source', source])
  expect(stored).toMatchObject([{ external_id: 'u1', text: 'Good.' }])
  const renamed = await bench.run(['upload', file, '--source', source, '--map', 'text=external_id'], { env })
  expect([renamed.code, renamed.stderr]).toEqual([2, expect.stringContaining('Rename its header to text in the')])
})

test('an upload to a service that finds columns by their headers sends a CSV with the headers it looks for, and says so', async () => {
  const facts = { 'behaviour:upload-mapping': { form: 'none', field: 'question_id' } }
  const bench = await openBench({ facts })
  const { source } = await stageSource(bench)
  const folder = scratchFolder()
  const file = writeFile(folder, 'a.csv', 'Comment,Ticket ID,Note\n"Good, really",u1,text\n')
  const env = { INPK_FACTS: writeFile(folder, 'facts.yaml', JSON.stringify(facts)) }
  const args = ['upload', file, '--source', source, '--map', 'text=Comment', '--map', 'external_id=Ticket ID']
  const { code, stderr } = await bench.run(args, { env })
  expect([code, stderr]).toEqual([0, expect.stringContaining('Comment, Ticket ID are sent as text, external_id')])
  await bench.json(['emulator', 'clock', 'advance', '5m'])
  expect(await bench.json(['feedback', 'list', '--source', source])).toMatchObject([
    { external_id: 'u1', text: 'Good, really' },
  ])
})

test('a column that such a service would take for its header alone is not sent unasked', async () => {
  const facts = { 'behaviour:upload-mapping': { form: 'none', field: 'question_id' } }
  const bench = await openBench({ facts })
  const { source } = await stageSource(bench)
  const folder = scratchFolder()
  const file = writeFile(folder, 'a.csv', 'Comment,external_id,rating\nGood,u1,5\n')
  const env = { INPK_FACTS: writeFile(folder, 'facts.yaml', JSON.stringify(facts)) }
  const upload = (...map: string[]) =>
    bench.run(['upload', file, '--source', source, ...map.flatMap((each) => ['--map', each])], { env })
  const refused = await upload('text=Comment', 'external_id=external_id')
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--map rating=rating')])
  expect((await upload('text=Comment', 'external_id=external_id', 'rating=rating')).code).toBe(0)
})

test.each(['members', 'columns', 'pairs', 'parts'])(
  'an upload to a service that is told each column, as %s, names those whose headers are members',
  async (form) => {
    const facts = { 'behaviour:upload-mapping': { form, field: 'question_id' } }
    const bench = await openBench({ facts })
    const { source } = await stageSource(bench)
    const folder = scratchFolder()
    const file = writeFile(folder, 'a.csv', 'note,customer_id,text,external_id\nx,c1,Good.,u1\n')
    const env = { INPK_FACTS: writeFile(folder, 'facts.yaml', JSON.stringify(facts)) }
    let sent = ''
    const transport: typeof bench.emulator.handle = (request) => {
      if (request.url.endsWith('/upload')) sent = Buffer.from(request.body as Uint8Array).toString()
      return bench.emulator.handle(request)
    }
    await bench.json(['upload', file, '--source', source], { env, transport })
    await bench.json(['emulator', 'clock', 'advance', '5m'])
    expect(await bench.json(['feedback', 'list', '--source', source])).toMatchObject([
      { text: 'Good.', external_id: 'u1', customer_id: 'c1' },
    ])
    expect(sent.match(/\bexternal_id/g)!.length).toBeGreaterThan(1)
    expect(sent.match(/\bnote/g)).toHaveLength(1)
  },
)

test('the task of an upload is asked for where tasks of uploads are, if it is with no others', async () => {
  const bench = await openBench()
  const { source } = await stageSource(bench)
  const file = writeFile(scratchFolder(), 'a.csv', ROWS)
  await bench.json(['upload', file, '--source', source])
  await bench.json(['emulator', 'clock', 'advance', '5m'])
  const transport = withoutTasks(bench)
  const again = await bench.run(['upload', file, '--source', source, '--wait', '--json'], { transport })
  expect([again.code, JSON.parse(again.stdout).status]).toEqual([0, 'completed'])
})

/** The service without the tasks that pushes have. */
function withoutTasks({ emulator: { handle } }: Bench): Bench['emulator']['handle'] {
  return (request) => {
    const path = request.url.replace(/\/push\/bulk\/task_\w+/, '/push/bulk/task_0')
    return handle({ ...request, url: path })
  }
}
