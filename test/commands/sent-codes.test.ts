import { expect, test } from 'vitest'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench } from './with-emulator.js'

const FACTS = { 'error:NOT_FOUND': { code: 'RESOURCE_MISSING' } }

test('a person reads the code that the service sent, and a program that of our contract', async () => {
  const bench = await openBench({ facts: FACTS })
  const line = ['tasks', 'show', 'task_99', '--facts', writeFile(scratchFolder(), 'facts.json', FACTS)]
  const { code, stderr } = await bench.run(line)
  expect([code, stderr]).toEqual([5, expect.stringContaining('(RESOURCE_MISSING, 404; ')])
  expect(JSON.parse((await bench.run([...line, '--json'])).stderr).error.code).toBe('NOT_FOUND')
})
