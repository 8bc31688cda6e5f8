import { X509Certificate } from 'node:crypto'
import { expect, it } from 'vitest'
import { makeCertificate } from '../../src/base/certificate.js'

const NOW = Date.UTC(2026, 2, 1)
const ASKED = { name: 'inpk webhooks listen', days: 30 }

it('a certificate is its own authority, for this machine only and for a month', () => {
  const { cert } = makeCertificate(NOW, ASKED)
  const read = new X509Certificate(cert)
  expect(read.ca).toBe(true)
  expect(read.subject).toBe('CN=inpk webhooks listen')
  expect(read.subjectAltName).toBe('DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1')
  expect(read.keyUsage, 'for servers').toEqual(['1.3.6.1.5.5.7.3.1'])
  expect([Date.parse(read.validFrom), Date.parse(read.validTo)]).toEqual([NOW - 86_400_000, NOW + 30 * 86_400_000])
  expect(read.verify(read.publicKey)).toBe(true)
})

it('each has a key and a serial number of its own, the number always positive', () => {
  const all = Array.from({ length: 50 }, () => new X509Certificate(makeCertificate(NOW, ASKED).cert))
  expect(new Set(all.map(({ serialNumber }) => serialNumber)).size).toBe(50)
  for (const { serialNumber } of all) expect(serialNumber).toMatch(/^[4-7][0-9A-F]{31}$/)
})

it('names other hosts, too: names and addresses, each once', () => {
  const hosts = ['localhost', 'emulator', '192.168.1.5', '::1', 'fe80::1:20']
  const { subjectAltName } = new X509Certificate(makeCertificate(NOW, { ...ASKED, hosts }).cert)
  expect(subjectAltName?.split(', ')).toEqual([
    'DNS:localhost',
    'IP Address:127.0.0.1',
    'IP Address:0:0:0:0:0:0:0:1',
    'DNS:emulator',
    'IP Address:192.168.1.5',
    'IP Address:FE80:0:0:0:0:0:1:20',
  ])
})
