import { expect, test } from 'vitest'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench } from './with-emulator.js'

test('a dry run that the service takes for sending is an error that says so', async () => {
  const bench = await openBench()
  await bench.json(['groups', 'create', 'Support'])
  await bench.run(['sources', 'create', 'T', '--group', '1', '--question', 'Why?', '--publish'])
  const file = writeFile(scratchFolder(), 'recipients.csv', 'email\nada@example.com\n')
  const { code, stdout, stderr } = await bench.run(['invites', 'send', '1', file, '--dry-run'], {
    transport: async (request) =>
      request.url.endsWith('/invites')
        ? {
            status: 202,
            headers: {},
            body: Buffer.from('{"invite_id":"inv_7","status":"queued","accepted":1,"skipped":[]}'),
          }
        : bench.emulator.handle(request),
  })
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain('The service did not take this as a dry run, and sends the invites: distribution inv_7')
  expect(stderr).toContain('`inpk invites show inv_7`')
})
