import { expect, test } from 'vitest'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench } from './with-emulator.js'

test('a task is asked for where facts say that it is, and not at an address that is assumed', async () => {
  const facts = { 'route:GET /api/input/feedback/push/bulk/{task_id}': { path: '/feedback/bulk/{task_id}' } }
  const bench = await openBench({ facts })
  await bench.json(['groups', 'create', 'Support'])
  const questions = ['--question', 'A?', '--question', 'B?']
  await bench.json(['sources', 'create', 'Two', '--group', 'Support', ...questions, '--publish'])
  const folder = scratchFolder()
  writeFile(folder, 'b.csv', 'a,b\none,two\n')
  const known = writeFile(folder, 'facts.json', facts)
  const { code, stderr } = await bench.run(
    ['push', 'b.csv', '--source', 'Two', '--field', 'a=A?', '--field', 'b=B?', '--facts', known],
    {
      cwd: folder,
      env: { XDG_STATE_HOME: folder },
      async transport(request) {
        const isElsewhere = /\/content\/push\/bulk\/./.test(request.url)
        return isElsewhere ? { status: 404, headers: {}, body: Buffer.from('') } : bench.emulator.handle(request)
      },
    },
  )
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('error:')])
})
