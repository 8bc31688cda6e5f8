import { describe, expect, it } from 'vitest'
import { findTargetFault } from '../../../emulator/rules/webhook-targets.js'
import { isLoopback } from '../../../src/contract/base-url.js'

const ALLOW = {
  nothing: { local: false, allowPrivate: false },
  local: { local: true, allowPrivate: false },
  private: { local: false, allowPrivate: true },
}

describe('the target of a subscription', () => {
  const TABLE: [url: string, nothing: boolean, local: boolean, allPrivate: boolean][] = [
    ['https://example.com/hook', true, true, true],
    ['HTTPS://EXAMPLE.COM', true, true, true],
    ['https://localhost:9443/', true, true, true],
    ['https://[::1]/', true, true, true],
    ['http://example.com/', false, false, true],
    ['http://localhost:8080/', false, true, true],
    ['http://LOCALHOST/', false, true, true],
    ['http://127.0.0.1/', false, true, true],
    ['http://127.1:80/', false, true, true],
    ['http://2130706433/', false, true, true],
    ['http://[::1]:80/', false, true, true],
    ['http://[0:0:0:0:0:0:0:1]/', false, true, true],
    ['http://localhost.evil.example/', false, false, true],
    ['http://127.0.0.1.nip.io/', false, false, true],
    ['http://10.0.0.1/', false, false, true],
    ['http://0.0.0.0/', false, false, true],
    ['https://user@example.com/', false, false, false],
    ['https://user:pass@example.com/', false, false, false],
    ['http://a:b@localhost/', false, false, false],
    ['ftp://example.com/', false, false, false],
    ['file:///etc/passwd', false, false, false],
    ['javascript:alert(1)', false, false, false],
    ['ws://localhost/', false, false, false],
    ['//example.com', false, false, false],
    ['example.com', false, false, false],
    ['', false, false, false],
  ]
  it.each(TABLE)('[SUB-1] %j: %s, with local %s, with private addresses %s', (url, nothing, local, allPrivate) => {
    const may = (allow: { local: boolean; allowPrivate: boolean }) => findTargetFault(url, allow) === undefined
    expect([may(ALLOW.nothing), may(ALLOW.local), may(ALLOW.private)]).toEqual([nothing, local, allPrivate])
  })

  it.each([
    ['localhost', true],
    ['127.0.0.1', true],
    ['127.8.9.10', true],
    ['[::1]', true],
    ['::1', false],
    ['localhost.', false],
    ['1127.0.0.1', false],
    ['127.0.0.1.example.com', false],
  ])('%s is a loopback host: %s', (host, is) => {
    expect(isLoopback(host)).toBe(is)
  })
})
