import { expect, test } from 'vitest'
import { openBench } from '../commands/with-emulator.js'

test.each([
  ['{"teapot": true}', 'The service responded with status 418: {"teapot": true}'],
  ['short and stout', 'The service responded with status 418: short and stout'],
  ['<html>I am a page</html>', 'The service responded with status 418 and no explanation.'],
])('an error that is not in the form of the service is quoted, unless it is a page: %s', async (body, message) => {
  const bench = await openBench()
  await bench.json(['emulator', 'faults', 'add', 'getMe', 'status', '--status', '418', '--body', body])
  const { stderr } = await bench.run(['me', '--json'])
  expect(JSON.parse(stderr).error.message).toBe(message)
})
