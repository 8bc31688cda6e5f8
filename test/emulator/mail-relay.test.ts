import type { AddressInfo } from 'node:net'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { expect, it } from 'vitest'
import { makePlace, requireOk, startService } from './service.js'

it('mails are passed on to a local SMTP server, each once, as they lie in the outbox; one it refuses keeps back no other', async () => {
  const taken: string[] = []
  const notices: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(address.startsWith('no') ? new Error('unknown here') : undefined),
    async onData(stream, _session, done) {
      const parts: Buffer[] = []
      for await (const part of stream) parts.push(part)
      taken.push(Buffer.concat(parts).toString())
      done()
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const onNotice = (text: string) => void notices.push(text)
  const service = await startService({ smtp: { host: '127.0.0.1', port }, onNotice })
  const { survey_id } = await makePlace(service)
  const template = { subject: 'Hello', text: 'Hello\n.\n{{survey_link}}', html: '<p>Hello</p>', variables: [] }
  requireOk(await service.control('PUT', `/invite-templates/${survey_id}`, template))
  requireOk(await service.control('PUT', '/sender-domain', { domain: 'mail.example.com', status: 'verified' }))
  const recipients = ['no@example.com', 'ada@example.com', 'bob@example.com'].map((email) => ({ email }))
  requireOk(await service.call('POST', `/sources/${survey_id}/invites`, { recipients }))
  for (let tries = 0; taken.length < 2 && tries < 500; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 10))
  await service.emulator.close()
  await new Promise<void>((resolve) => server.close(resolve))
  const parsed = await Promise.all(taken.map((mail) => simpleParser(mail)))
  expect(parsed.map(({ to }) => (Array.isArray(to) ? '' : to?.text))).toEqual(['ada@example.com', 'bob@example.com'])
  expect(parsed[0]!.text).toMatch(/^Hello\n\.\nhttp:\S+\n?$/)
  expect(notices).toEqual([expect.stringContaining('rejected an email')])
})
