import { describe, expect, it } from 'vitest'
import { sign } from '../../../src/webhooks/index.js'
import { runInpk, stdinOf } from '../../cli/run-inpk.js'
import { scratchFolder, writeFile } from '../scratch.js'

const SECRET = 'whsec_one'
const BODY =
  '{"event":"series.created","timestamp":"2026-02-28T23:54:00.000Z","data":{"survey_series_id":1,"name":"A"}}'
const SIGNATURE = sign(SECRET, BODY)
const env = { WEBHOOK_SECRET: SECRET, OLD: 'whsec_old', OTHER: 'whsec_other' }

const verify = (argv: string[], surroundings = {}) =>
  runInpk(['webhooks', 'verify', ...argv], { env, stdin: stdinOf(BODY), ...surroundings })
const withSecret = ['--secret-env', 'WEBHOOK_SECRET']
const given = [...withSecret, '--body', '-', '--signature', SIGNATURE]
const rawRequest = (body: string, signature = SIGNATURE) =>
  `POST /hooks HTTP/1.1\r\nHost: a\r\nX-Service-Signature: ${signature}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

describe('webhooks verify', () => {
  it('[SIG-4] what verifies ends with 0 and names the secret', async () => {
    expect(await verify(given)).toMatchObject({ code: 0, stdout: '✓ The signature verifies with WEBHOOK_SECRET.\n' })
    const any = ['--secret-env', 'OTHER', ...given, '--json']
    expect(JSON.parse((await verify(any)).stdout)).toMatchObject({ verified: true, secret: 'WEBHOOK_SECRET' })
  })

  it('takes a raw HTTP request', async () => {
    const cwd = scratchFolder()
    writeFile(cwd, 'saved.http', rawRequest(BODY))
    expect((await verify([...withSecret, '--request', 'saved.http'], { cwd })).code).toBe(0)
  })

  it('[SIG-2] bytes that were put in: the signed body has nothing there, and ends only where it does', async () => {
    const { stdout } = await verify(given, { stdin: stdinOf(`\uFEFF${BODY}`) })
    expect(stdout).toMatch(/Signed body +no extra bytes \(\d+ bytes long\)/)
    const { stdout: longer } = await verify(given, { stdin: stdinOf(`${BODY}\n`) })
    expect(longer).toMatch(/Signed body +ends here \(\d+ bytes long\)/)
  })

  it('[SIG-2] a body that was parsed and written again: exit code 11, why, the fix and the bytes', async () => {
    const stdin = stdinOf(JSON.stringify(JSON.parse(BODY), null, 2))
    const { code, stdout } = await verify(given, { stdin })
    expect(code).toBe(11)
    expect(stdout).toMatch(/^✗ The signature does not verify\.\n/)
    expect(stdout.replace(/\s+/g, ' ')).toContain('parsed and serialised again')
    expect(stdout).toMatch(/Differs at +byte 1, after \{/)
    expect(stdout).toMatch(/22 65 76 65 6e 74/)
    const json = JSON.parse((await verify([...given, '--json'], { stdin })).stdout)
    expect(json).toMatchObject({
      verified: false,
      cause: { certainty: 'verifies', secret: 'WEBHOOK_SECRET', diff: { offset: 1, expected_bytes: BODY.length } },
      tried: { cut_short: false },
    })
    expect(JSON.stringify(json)).not.toContain(SECRET)
  })

  it('--framework shows where the raw body is to be had there', async () => {
    const stdin = stdinOf(`${BODY}\n`)
    const { stdout } = await verify([...given, '--framework', 'fastify'], { stdin })
    expect(stdout).toContain('The raw body in Fastify:')
    expect(stdout).toContain("addContentTypeParser('application/json', { parseAs: 'buffer' }")
    const json = JSON.parse((await verify([...given, '--framework', 'rails', '--json'], { stdin })).stdout)
    expect(json.raw_body).toMatchObject({ framework: 'rails', language: 'ruby' })
  })

  it('the secret from before a rotation explains, and does not verify', async () => {
    const old = ['--secret-env', 'OTHER', '--old-secret-env', 'WEBHOOK_SECRET', '--body', '-', '--signature', SIGNATURE]
    const { code, stdout } = await verify([...old, '--json'])
    expect(code).toBe(11)
    expect(JSON.parse(stdout).cause.sentence).toMatch(/rotat|old|before/)
  })

  it('--others names the delivery a signature belongs to', async () => {
    const cwd = scratchFolder()
    const other = BODY.replace('"A"', '"B"')
    writeFile(cwd, 'one.http', rawRequest(other, sign(SECRET, other)))
    writeFile(cwd, 'notes.txt', 'no request')
    const argv = [...withSecret, '--body', '-', '--signature', sign(SECRET, other), '--others', '.', '--json']
    expect(JSON.parse((await verify(argv, { cwd })).stdout).cause).toMatchObject({ delivery: 'one.http' })
  })

  it('a secret nobody can explain: says so, and what to do', async () => {
    const { code, stdout } = await verify(['--secret-env', 'OTHER', '--body', '-', '--signature', SIGNATURE])
    expect(code).toBe(11)
    expect(stdout).toContain('No known mistake explains it')
  })

  it('--max-age refuses an old timestamp, and is off by default', async () => {
    expect((await verify([...given, '--max-age', '5m'])).code).toBe(11)
    expect((await verify([...given, '--max-age', '10m'])).code).toBe(0)
  })

  it.each([
    [['--body', '-', '--signature', SIGNATURE], 2, 'no secret was named'],
    [['--secret', SECRET, '--body', '-', '--signature', SIGNATURE], 2, "can't be passed on the command line"],
    [['--old-secret', SECRET, ...given], 2, "can't be passed on the command line"],
    [[...withSecret, '--body', '-'], 2, 'no signature was given'],
    [withSecret, 2, 'no delivery was given'],
    [[...given, '--request', 'x'], 2, "can't be used together"],
    [['--secret-file', '-', '--body', '-', '--signature', SIGNATURE], 2, 'only one file can be'],
    [[...given, '--framework', 'cobol'], 2, 'must be one of'],
    [[...withSecret, '--request', '-'], 6, 'Not a raw HTTP request'],
  ])('%j ends with %i', async (argv, exit, message) => {
    const { code, stdout, stderr } = await verify(argv)
    expect([code, stdout]).toEqual([exit, ''])
    expect(stderr).toContain(message)
    expect(stderr).not.toContain(SECRET)
  })
})
