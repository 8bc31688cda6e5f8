import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sign as octokitSign, verify as octokitVerify } from '@octokit/webhooks-methods'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InputError } from '../../src/contract/input-error.js'
import { sign, verify } from '../../src/webhooks/index.js'
import { anyText } from '../any-text.js'
import { skipWithout } from '../skip.js'
import { runTool } from './tools.js'

interface Vector {
  name: string
  secret: string
  body_base64: string
  signature: string
  verifies: boolean
}

const VECTORS = JSON.parse(
  readFileSync(new URL('../../fixtures/webhooks/vectors.json', import.meta.url), 'utf8'),
) as Vector[]

describe('the signature, by fixed vectors', () => {
  for (const { name, secret, body_base64, signature, verifies } of VECTORS) {
    it(`[SIG-1] [SIG-4] ${name}: ${verifies ? 'verifies' : 'is refused'}`, () => {
      const body = Buffer.from(body_base64, 'base64')
      expect(verify(secret, body, signature)).toBe(verifies)
      expect(sign(secret, body) === signature).toBe(verifies)
    })
  }

  it('there are at least sixty vectors', () => {
    expect(VECTORS.length).toBeGreaterThanOrEqual(60)
  })

  it('[SIG-5] during a rotation any of several secrets may match', () => {
    const signature = sign('new', 'body')
    expect(verify(['old', 'new'], 'body', signature)).toBe(true)
    expect(verify(['old', 'older'], 'body', signature)).toBe(false)
    expect(verify([], 'body', signature)).toBe(false)
  })

  it('a header that is missing verifies nothing', () => {
    expect([verify('secret', 'body', undefined), verify('secret', 'body', null)]).toEqual([false, false])
  })
})

describe('the empty secret, as an unset variable gives it', () => {
  const forged = `sha256=${createHmac('sha256', '').update('body').digest('hex')}`

  it('[SIG-4] does not verify what anybody can sign: it throws, alone or among others', () => {
    expect(() => verify('', 'body', forged)).toThrow('the signing secret is empty')
    expect(() => verify(['secret', ''], 'body', forged)).toThrow(InputError)
    expect(() => verify('', 'body', 'nonsense')).toThrow(InputError)
  })

  it('is refused as an unset variable is, which is undefined in JavaScript', () => {
    const unset = undefined as unknown as string
    expect(() => sign(unset, 'body')).toThrow(InputError)
    expect(() => verify(unset, 'body', forged)).toThrow(InputError)
  })

  it('signs nothing', () => {
    expect(() => sign('', 'body')).toThrow('the signing secret is empty')
  })

  it('[SIG-2] a body that was parsed is refused, with what to pass', () => {
    const parsed = JSON.parse('{"event":"content.pushed"}')
    for (const check of [() => verify('secret', parsed, undefined), () => sign('secret', parsed)]) {
      expect(check).toThrow(InputError)
      expect(check).toThrow('the body must be a string or bytes')
    }
  })
})

describe('the signature, beside other implementations', () => {
  it('[SIG-1] 10,000 random secrets and bodies are signed as @octokit/webhooks-methods signs them', async () => {
    const text = anyText({ minLength: 1, maxLength: 60 })
    const samples = fc.sample(fc.tuple(text, text), { numRuns: 10_000, seed: 20_260_301 })
    let agreed = 0
    for (const [secret, body] of samples) {
      const signature = sign(secret, body)
      const same = signature === (await octokitSign(secret, body))
      const both = verify(secret, body, signature) && (await octokitVerify(secret, body, signature))
      const neither = !verify(secret, `${body} `, signature) && !(await octokitVerify(secret, `${body} `, signature))
      if (same && both && neither) agreed++
    }
    expect(agreed).toBe(10_000)
  })

  it('[SIG-1] 300 random bodies are signed as `openssl dgst` signs them', skipWithout('openssl', 'version'), () => {
    const bytes = fc.uint8Array({ minLength: 0, maxLength: 200 })
    const bodies = fc.sample(bytes, { numRuns: 300, seed: 7 })
    for (const secret of ['whsec_one', 'k'.repeat(100), 'schlüssel']) {
      const batch = bodies.splice(0, 100)
      expect(opensslDigests(secret, batch)).toEqual(batch.map((body) => sign(secret, body).slice(7)))
    }
  })
})

/** One run of openssl for many bodies: each is a file. */
function opensslDigests(secret: string, bodies: readonly Uint8Array[]): string[] {
  const files = bodies.map((body, index) => [`${index}`, body] as const)
  const names = files.map(([name]) => name)
  const key = `hexkey:${Buffer.from(secret).toString('hex')}`
  const { stdout } = runTool('openssl', ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', key, ...names], { files })
  return stdout
    .toString()
    .trim()
    .split('\n')
    .map((line) => line.slice(line.lastIndexOf(' ') + 1))
}
