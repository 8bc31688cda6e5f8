import { expect, it } from 'vitest'
import { readableError } from '../../src/base/network-errors.js'
import { describeFailure } from '../../src/client/failures.js'
import { createRedact } from '../../src/client/redact.js'

const request = { method: 'GET', url: 'https://api.example.test/x', headers: {} }
const saidOf = (message: string, code: string) =>
  describeFailure(Object.assign(new Error(message), { code }), request, createRedact([])).message

it.each([
  ['connect ECONNREFUSED 127.0.0.1:4600', 'ECONNREFUSED', 'connection refused'],
  ['getaddrinfo ENOTFOUND api.example.test', 'ENOTFOUND', 'host not found'],
  ['read ECONNRESET', 'ECONNRESET', 'connection closed before a response'],
  ['certificate has expired', 'CERT_HAS_EXPIRED', 'certificate has expired'],
])('%s is said in the words of people (16)', (message, code, said) => {
  expect(saidOf(message, code)).toBe(`could not reach https://api.example.test: ${said}`)
})

it('an error that is known by nothing keeps its words', () => {
  expect([readableError('the moon is out'), readableError(null)]).toEqual(['the moon is out', 'no response'])
})
