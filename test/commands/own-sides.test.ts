import { expect, test } from 'vitest'
import { openBench, stageSource } from './with-emulator.js'

test('a side that the sentiment of a service has besides ours is shown under its own word, and counts', async () => {
  const bench = await openBench()
  const { source } = await stageSource(bench)
  const sentiment = { positive: { count: 5 }, mixed: { count: 3 }, neutral: { count: 2 }, negative: { count: 0 } }
  const answer = { analysis_status: 'available', analysis_id: '1', item_count: 10, themes: [], sentiment }
  const { stdout } = await bench.run(['analysis', 'show', source], {
    transport: async (request) =>
      request.url.includes('/analysis')
        ? { status: 200, headers: {}, body: Buffer.from(JSON.stringify(answer)) }
        : bench.emulator.handle(request),
  })
  expect(stdout).toMatch(/^mixed +█+ +30% +3$/m)
  expect(stdout).toMatch(/^positive +█+ +50% +5$/m)
})
