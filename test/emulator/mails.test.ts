import fc from 'fast-check'
import { type AddressObject, simpleParser } from 'mailparser'
import { describe, expect, it } from 'vitest'
import { buildMail } from '../../emulator/adapters/mail.js'
import { inviteMail } from '../../emulator/rules/invites/invite-mail.js'
import type { Invite, Recipient } from '../../emulator/state/invite.js'
import { anyText } from '../any-text.js'

const HOSTILE = [
  'x\r\nBcc: victim@example.com',
  'x\nSubject: other\n\nbody',
  '\r\n\r\n<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '{{survey_link}} {{secret}} {{name}}',
  '=?utf-8?B?QmNjOiB4?=',
  '=0D=0ABcc: x@y.z',
  '--_NmP-Part_1--\r\nContent-Type: text/html\r\n\r\nx',
  '\u2028Bcc: x@y.z\u2029',
  '\u0000\u001b]52;c;x\u0007',
  '\u202etxt.exe',
  '.\r\n.\r\nQUIT',
  'From here on',
  '𝓐🎉é'.repeat(300),
  '&lt;b&gt; &amp; <b>',
  ' \t trailing \t ',
  '$& $1 $$ \\',
]

const INVITE: Omit<Invite, 'template' | 'from'> = {
  id: 1,
  sourceId: 12,
  status: 'sending',
  counts: { total: 1, sent: 1, delivered: 0, bounced: 0, complained: 0 },
  createdAt: Date.UTC(2026, 2, 2, 9),
  sentAt: Date.UTC(2026, 2, 2, 9, 0, 1),
  completedAt: null,
  linkBase: 'http://127.0.0.1:4601',
  instance: '1-abc',
  relay: null,
}

const TEMPLATE = {
  sourceId: 12,
  subject: 'For {{name}}: {{note}}',
  text: 'Dear {{name}},\n{{note}}\n.\nFrom us\n{{survey_link}}',
  html: '<p title="{{note}}">Dear {{name}}</p>\n<p>{{note}}</p><a href=\'{{survey_link}}\'>Go</a>',
  variables: [
    { name: 'name', required: true },
    { name: 'note', required: false },
  ],
}

const RECIPIENT: Recipient = {
  id: 7,
  inviteId: 1,
  sourceId: 12,
  email: 'ada@example.com',
  externalId: null,
  variables: {},
  status: 'sent',
  updatedAt: 0,
  reason: null,
}

const value = fc.oneof(
  fc.constantFrom(...HOSTILE),
  anyText({ maxLength: 200 }),
  fc.tuple(fc.constantFrom(...HOSTILE), fc.string({ maxLength: 20 })).map((parts) => parts.join('')),
)

describe('invite mails', () => {
  it('parse to the same recipient, subject and parts, whatever 300 hostile variables and names hold', async () => {
    const sample = fc.sample(fc.record({ name: value, note: value, sender: value }), { numRuns: 300, seed: 42 })
    for (const [index, { name, note, sender }] of sample.entries()) {
      const invite: Invite = {
        ...INVITE,
        template: TEMPLATE,
        from: { name: sender, address: 'invites@mail.example.com' },
      }
      const mail = inviteMail(invite, { ...RECIPIENT, variables: { name, note } })
      const bytes = await buildMail(mail)
      if (index < 20) expect(bytes.equals(await buildMail(mail))).toBe(true)
      const parsed = await simpleParser(bytes)
      expect([...parsed.headers.keys()].sort()).toEqual(
        ['content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'].sort(),
      )
      expect((parsed.to as AddressObject).value).toEqual([{ address: 'ada@example.com', name: '' }])
      expect(parsed.from?.value.map(({ address }) => address)).toEqual(['invites@mail.example.com'])
      expect(parsed.subject ?? '').toBe(mail.subject)
      expect(parsed.text?.trimEnd()).toBe(mail.text.trimEnd())
      expect((parsed.html as string).trimEnd()).toBe(mail.html.trimEnd())
      expect(tagsOf(mail.html)).toEqual(['<p', '</p', '<p', '</p', '<a', '</a'])
      expect(bytes.toString('latin1')).toMatch(/^[\t\r\n\x20-\x7e]*$/)
      expect(
        bytes
          .toString()
          .split('\r\n')
          .every((line) => line.length <= 998),
      ).toBe(true)
    }
  })

  it('name no header by a variable, and fill in nothing a variable holds', () => {
    const invite: Invite = { ...INVITE, template: TEMPLATE, from: { name: 'Us', address: 'invites@mail.example.com' } }
    const variables = { name: 'x\r\nBcc: y@example.com', note: '{{survey_link}} <b>' }
    const { subject, text, html } = inviteMail(invite, { ...RECIPIENT, variables })
    expect(subject).toBe('For x Bcc: y@example.com: {{survey_link}} <b>')
    expect(text).toContain('Dear x\nBcc: y@example.com,\n{{survey_link}} <b>\n')
    expect(html).toContain('<p title="{{survey_link}} &lt;b&gt;">')
  })

  it('carry the survey link also where the template does not', () => {
    const template = { ...TEMPLATE, text: 'Hello', html: '<html><body><p>Hello</p></body></html>' }
    const invite: Invite = { ...INVITE, template, from: { name: 'Us', address: 'invites@mail.example.com' } }
    const { text, html } = inviteMail(invite, RECIPIENT)
    const link = /http:\/\/127\.0\.0\.1:4601\/survey\/12\/[\w-]{24}/.exec(text)![0]
    expect(html).toBe(`<html><body><p>Hello</p><p><a href="${link}">${link}</a></p>\n</body></html>`)
  })
})

function tagsOf(html: string): string[] {
  return html.match(/<\/?[a-z]+/gi) ?? []
}
