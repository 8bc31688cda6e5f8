import { expect, test } from 'vitest'
import { verify } from '../../../src/webhooks/index.js'
import { runInpk, stdinOf } from '../../cli/run-inpk.js'
import { scratchFolder, writeFile } from '../scratch.js'

const BODY = '{"event":"series.created","timestamp":"2026-03-02T09:00:00.000Z","data":{}}'
const env = { WEBHOOK_SECRET: 'whsec_one', EMPTY: '' }

test('[SIG-1] `webhooks sign` prints the value of the header for exactly these bytes', async () => {
  const argv = ['webhooks', 'sign', '--secret-env', 'WEBHOOK_SECRET', '--body', '-']
  const { code, stdout } = await runInpk(argv, { env, stdin: stdinOf(`${BODY}\n`) })
  expect(code).toBe(0)
  expect(verify('whsec_one', `${BODY}\n`, stdout.trim())).toBe(true)
  expect(verify('whsec_one', BODY, stdout.trim())).toBe(false)
})

test('`--json` adds the event and the count of bytes; a body that is no delivery has no event', async () => {
  const cwd = scratchFolder()
  writeFile(cwd, 'secret', 'whsec_one\n')
  writeFile(cwd, 'body', BODY)
  writeFile(cwd, 'bytes', Buffer.from([0xff, 0x00, 0xfe]))
  const run = async (body: string) => {
    const argv = ['webhooks', 'sign', '--secret-file', 'secret', '--body', body, '--json']
    return JSON.parse((await runInpk(argv, { cwd })).stdout)
  }
  const signed = await run('body')
  expect(signed).toEqual({ signature: expect.any(String), event: 'series.created', bytes: BODY.length })
  expect(verify('whsec_one', BODY, signed.signature), 'the line break of the file is no part of the secret').toBe(true)
  expect(Object.keys(await run('bytes'))).toEqual(['signature', 'bytes'])
})

test.each([
  [['--secret', 'whsec_one'], "can't be passed on the command line"],
  [['--secret=whsec_one'], "can't be passed on the command line"],
  [['--secret-env', 'whsec/one+'], 'environment variable named by --secret-env is not set'],
  [['--secret-env', 'NOT_THERE'], 'environment variable NOT_THERE is not set'],
  [['--secret-env', 'EMPTY'], 'environment variable EMPTY is empty'],
  [['--secret-file', 'nothing-here'], 'file not found'],
  [['--secret-file', '-'], 'only one file can be'],
  [[], 'no secret was named'],
  [['--secret-env', 'WEBHOOK_SECRET', '--secret-env', 'WEBHOOK_SECRET'], 'several secrets'],
])('%j is wrong usage, and no secret is told again', async (secret, message) => {
  const argv = ['webhooks', 'sign', '--body', '-', ...secret]
  const { code, stdout, stderr } = await runInpk(argv, { env, stdin: stdinOf(BODY) })
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain(message)
  expect(stderr).not.toMatch(/whsec.one/)
})
