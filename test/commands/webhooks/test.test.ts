import { describe, expect, it } from 'vitest'
import { verify } from '../../../src/webhooks/index.js'
import { runInpk } from '../../cli/run-inpk.js'
import { scratchFolder, writeFile } from '../scratch.js'
import { RECEIVER_URL, receiverBeside } from './receiver.js'

const env = { SECRET: 'whsec_one', OLD: 'whsec_old' }
const right = receiverBeside(undefined, ({ headers, body }) =>
  verify('whsec_one', Buffer.from(body as Uint8Array), headers['x-service-signature'] ?? '') ? 204 : 401,
)
const careless = receiverBeside(undefined, () => 200)
const kit = (transport: typeof right.transport, argv: string[] = []) =>
  runInpk(['webhooks', 'test', RECEIVER_URL, '--secret-env', 'SECRET', ...argv], { env, transport })

describe('webhooks test', () => {
  it('[SIG-4, DLV-8] a receiver that meets the interface: exit code 0', async () => {
    const { code, stdout } = await kit(right.transport, ['--old-secret-env', 'OLD'])
    expect(code).toBe(0)
    expect(stdout).toContain('✓ A signed delivery is accepted\n')
    expect(stdout).toMatch(/meets the interface: 2\d cases passed\.\n$/)
    expect(stdout).not.toMatch(/^[✗!-] /m)
  })

  it('sends deliveries in the names of the facts in force', async () => {
    const facts = writeFile(scratchFolder(), 'facts.json', {
      'event:series.created': { names: { name: 'title' } },
      'behaviour:webhook-delivery-id': { header: 'Webhook-Id' },
    })
    const { transport, received } = receiverBeside(undefined, () => 200)
    await kit(transport, ['--facts', facts])
    const created = received.filter(({ request }) => request.headers['x-service-event'] === 'series.created')
    expect(created.map(({ body }) => JSON.parse(body).data)).toContainEqual({ survey_series_id: 12, title: 'Support' })
    expect(created.every(({ request }) => request.headers['webhook-id']?.startsWith('kit_'))).toBe(true)
  })

  it('without an old secret its case is skipped, and said so', async () => {
    const { code, stdout } = await kit(right.transport)
    expect(code).toBe(0)
    expect(stdout).toContain('No secret from before a rotation was given.')
    expect(stdout).toContain('1 skipped')
  })

  it('[SIG-4] a receiver that checks nothing: exit code 11, each case with what the interface says', async () => {
    const { code, stdout } = await kit(careless.transport)
    expect(code).toBe(11)
    expect(stdout).toContain('✗ A request without a signature is rejected\n')
    expect(stdout).toContain('The interface (SIG-4): Reject deliveries that do not verify.')
    expect(stdout).toContain('does not meet the interface')
  })

  it('--json is the whole report', async () => {
    const { code, stdout } = await kit(careless.transport, ['--json'])
    expect(code).toBe(11)
    const report = JSON.parse(stdout)
    expect(report).toMatchObject({ url: RECEIVER_URL, verdict: 'fail', started_at: '2026-03-01T00:00:00.000Z' })
    expect(report.cases.find(({ id }: { id: string }) => id === 'tampered-byte')).toMatchObject({
      verdict: 'fail',
      rules: ['SIG-2', 'SIG-4'],
      statuses: [200],
    })
    expect(JSON.stringify(report)).not.toContain('whsec')
  })

  it('--output junit is XML with a failure a failed case', async () => {
    const { code, stdout } = await kit(careless.transport, ['--output', 'junit'])
    expect(code).toBe(11)
    expect(stdout).toMatch(/^<\?xml/)
    expect(stdout).toMatch(/<testsuite [^>]*failures="(\d+)"/)
    expect(stdout.match(/<failure /g)).toHaveLength(Number(/failures="(\d+)"/.exec(stdout)![1]))
  })

  it('a receiver that is not there: exit code 11, and nothing more is sent', async () => {
    let sent = 0
    const transport = () => Promise.reject(new Error(`connect ECONNREFUSED ${++sent}`))
    const { code, stdout } = await kit(transport)
    expect([code, sent]).toEqual([11, 1])
    expect(stdout).toContain('The request got no response: connection refused.')
    expect(stdout).toContain(`${RECEIVER_URL} did not answer: `)
    expect(stdout).toMatch(/did not answer: 0 cases passed, 2 failed, 23 skipped\.\n$/)
    expect(stdout).not.toMatch(/^[✓-] /m)
  })

  it.each([
    [['webhooks', 'test'], 'URL'],
    [['webhooks', 'test', 'ftp://x', '--secret-env', 'SECRET'], 'is not a receiver URL'],
    [['webhooks', 'test', RECEIVER_URL], 'no secret was named'],
    [['webhooks', 'test', RECEIVER_URL, '--secret', 'x'], "can't be passed on the command line"],
  ])('%j is wrong usage', async (argv, message) => {
    const { code, stderr } = await runInpk(argv, { env })
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })
})
