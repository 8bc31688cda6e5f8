import { expect, test } from 'vitest'
import { findProxy, findProxyPasswords } from '../../src/client/proxy.js'

const PROXY = 'http://proxy.test:3128'
const both = { HTTPS_PROXY: PROXY, HTTP_PROXY: 'http://plain.test:8080' }

test.each<[string, Record<string, string>, string | undefined]>([
  ['https://api.service.test/x', {}, undefined],
  ['https://api.service.test/x', both, PROXY],
  ['http://api.service.test/x', both, 'http://plain.test:8080'],
  ['https://api.service.test/x', { https_proxy: PROXY }, PROXY],
  ['https://api.service.test/x', { HTTP_PROXY: PROXY }, undefined],
  ['https://api.service.test/x', { HTTPS_PROXY: 'proxy.test:3128' }, PROXY],
  ['https://api.service.test/x', { ...both, NO_PROXY: '*' }, undefined],
  ['https://api.service.test/x', { ...both, NO_PROXY: 'other.test, service.test' }, undefined],
  ['https://api.service.test/x', { ...both, NO_PROXY: '.service.test' }, undefined],
  ['https://api.service.test/x', { ...both, no_proxy: '*.service.test' }, undefined],
  ['https://API.service.test/x', { ...both, NO_PROXY: 'api.Service.test' }, undefined],
  ['https://api.service.test/x', { ...both, NO_PROXY: 'api.service.test:8443' }, PROXY],
  ['https://api.service.test:8443/x', { ...both, NO_PROXY: 'api.service.test:8443' }, undefined],
  ['https://api.service.test/x', { ...both, NO_PROXY: 'vice.test' }, PROXY],
  ['https://127.0.0.1/x', both, undefined],
  ['http://localhost:4600/x', both, undefined],
  ['http://[::1]:4600/x', both, undefined],
])('loopback is always direct, the rest as the environment says (D7): %s %j', (url, environment, proxy) => {
  expect(findProxy(new URL(url), environment)).toBe(proxy)
})

test('the passwords of proxies are known, so that they can be kept out of sight (D4)', () => {
  expect(
    findProxyPasswords({
      HTTPS_PROXY: 'http://me:p%40ss@proxy.test',
      http_proxy: 'me:word@proxy.test:80',
      HTTP_PROXY: PROXY,
    }),
  ).toEqual(['p%40ss', 'p@ss', 'word', 'word'])
  expect(findProxyPasswords({ HTTPS_PROXY: 'http://me:%zz@proxy.test' })).toEqual(['%zz', '%zz'])
})
