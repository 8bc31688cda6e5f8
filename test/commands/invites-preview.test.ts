import { expect, it } from 'vitest'
import type { Transport } from '../../src/contract/wire.js'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench, stageSource } from './with-emulator.js'

const TEMPLATE = { subject: 'Hi', text: 'Tell us', html: '<p>Tell us</p>', variables: [] }

/** A service that ignores `dry_run`; `undescribed`: its description says nothing of it. */
async function ignoring({ undescribed }: { undescribed: boolean }) {
  const bench = await openBench()
  const { source } = await stageSource(bench)
  const folder = scratchFolder()
  await bench.json(['emulator', 'templates', 'set', source, writeFile(folder, 't.json', JSON.stringify(TEMPLATE))])
  await bench.json(['emulator', 'domain', 'set', 'mail.example.com'])
  const file = writeFile(folder, 'r.csv', 'email\na@example.com\n')
  const sent: string[] = []
  const transport: Transport = async (request) => {
    const isSend = request.method === 'POST' && request.url.endsWith('/invites')
    if (!isSend) {
      const response = await bench.emulator.handle(request)
      if (!undescribed || !request.url.endsWith('/openapi.json')) return response
      return { ...response, body: Buffer.from(Buffer.from(response.body).toString().replaceAll('dry_run', 'else')) }
    }
    sent.push(request.url)
    const body = Buffer.from(request.body as Uint8Array)
      .toString()
      .replace(/"dry_run":true,?/, '')
    return bench.emulator.handle({ ...request, body: Buffer.from(body.replace(',}', '}')) })
  }
  const run = (...more: string[]) => bench.run(['invites', 'send', source, file, '--dry-run', ...more], { transport })
  return { run, sent }
}

it('a preview is not asked of a service that may ignore `dry_run` and send the emails', async () => {
  const { run, sent } = await ignoring({ undescribed: true })
  const { code, stderr } = await run()
  expect([code, sent]).toEqual([2, []])
  expect(stderr).toContain('does not describe `dry_run` and may send the emails')
  await run('--yes')
  expect(sent).toHaveLength(1)
})
