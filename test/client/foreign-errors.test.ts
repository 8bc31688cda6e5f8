import { expect, test } from 'vitest'
import { openBench } from '../commands/with-emulator.js'

test.each([
  ['{"teapot": true}', 'the service responded with status 418: {"teapot": true}'],
  ['short and stout', 'the service responded with status 418: short and stout'],
  ['<html>I am a page</html>', 'the service responded with status 418 and no explanation'],
])('an error that is not in the form of the service is quoted, unless it is a page: %s', async (body, message) => {
  const bench = await openBench()
  await bench.json(['emulator', 'faults', 'add', 'getMe', 'status', '--status', '418', '--body', body])
  const { stderr } = await bench.run(['me', '--json'])
  expect(JSON.parse(stderr).error.message).toBe(message)
})

test.each([
  ['{"detail":"busy elsewhere"}', null],
  ['{"error":{"code":"IMPORT_RUNNING","message":"another import runs"}}', null],
  [
    '{"error":{"code":"CONFLICT","message":"this Idempotency-Key has another payload"}}',
    'This Idempotency-Key was used with another payload: use a new key.',
  ],
])('a 409 gets the advice about its Idempotency-Key only if it is about that: %s', async (body, hint) => {
  const bench = await openBench()
  await bench.json(['emulator', 'faults', 'add', 'getMe', 'status', '--status', '409', '--body', body])
  const { stderr } = await bench.run(['me', '--json'])
  expect(JSON.parse(stderr).error.hint).toBe(hint)
})
