import { describe, expect } from 'vitest'
import {
  openInviteScene,
  outbox,
  recipient,
  recipients,
  send,
  setDomain,
  TEMPLATE,
  writeTemplate,
} from './invite-scene.js'
import { onlyData, subscribe } from './receiver.js'
import { rule } from './rule.js'
import { expectInvalid, expectRefusal, openScene, payloadOf } from './scene.js'
import { webhookRule } from './webhook-rule.js'

describe('invite templates', () => {
  rule('[INV-1, INV-2] the answer tells whether a template is present, and its variables', async (org) => {
    const scene = await openInviteScene(org)
    const path = `/sources/${scene.sourceId}/invite-template`
    const shown = payloadOf(await org.get(path))
    expect(shown).toMatchObject({ source_id: scene.sourceId, present: true })
    for (const { name, required } of shown.variables)
      expect([typeof name, typeof required]).toEqual(['string', 'boolean'])
    if (org.target.kind !== 'emulator') return
    expect(shown).toMatchObject({ subject: TEMPLATE.subject, variables: TEMPLATE.variables })
    const none = payloadOf(await org.get(`/sources/${scene.draftId}/invite-template`))
    expect(none).toMatchObject({ present: false, subject: null, variables: [] })
  })

  rule('[INV-3] the answer tells the status of the sender domain', async (org) => {
    const scene = await openScene(org)
    const status = async () => payloadOf(await org.get(`/sources/${scene.sourceId}/invite-template`)).sender_domain
    expect(['verified', 'pending', 'missing']).toContain((await status()).status)
    if (org.target.kind !== 'emulator') return
    expect(await status()).toEqual({ domain: null, status: 'missing' })
    await setDomain(org, 'mail.example.com', 'pending')
    expect(await status()).toEqual({ domain: 'mail.example.com', status: 'pending' })
  })

  rule('[INV-4] the answer tells how much of the quota is used', async (org) => {
    const scene = await openInviteScene(org)
    const quota = async () => payloadOf(await org.get(`/sources/${scene.sourceId}/invite-template`)).quota
    const before = await quota()
    expect(before.used).toBeGreaterThanOrEqual(0)
    if (org.target.kind !== 'emulator') return
    expect(before).toEqual({ limit: null, used: 0, remaining: null, period_end: '2026-04-01T00:00:00.000Z' })
    payloadOf(await org.control('PATCH', '', { invite_quota: 5 }))
    payloadOf(await send(org, scene, recipients(3)), 202)
    expect(await quota()).toMatchObject({ limit: 5, used: 3, remaining: 2 })
    await org.advance('31d')
    expect(await quota()).toMatchObject({ limit: 5, used: 0, remaining: 5 })
  })
})

describe('sending invites', () => {
  rule('[INV-5, INV-17] each recipient gets a mail, from the own domain of the organisation', async (org) => {
    const scene = await openInviteScene(org)
    const list = [recipient('ada@example.com', { external_id: 'c-1' }), recipient('Bob@Example.com')]
    const sent = payloadOf(await send(org, scene, list), 202)
    expect(sent).toMatchObject({ status: 'queued', accepted: 2, skipped: [] })
    const mails = await outbox(org)
    expect(mails.map(({ to }) => to)).toEqual(['Bob@example.com', 'ada@example.com'])
    for (const mail of mails) {
      expect(mail.from).toMatch(/<invites@mail\.example\.com>$/)
      expect(mail).toMatchObject({ subject: 'How was the lamp?', invite_id: sent.invite_id, source_id: scene.sourceId })
    }
    const links = mails.map(({ text }) => /http\S+/.exec(text)![0])
    expect(new Set(links).size).toBe(2)
    for (const link of links) expect(link.startsWith(org.target.dashboardUrl!)).toBe(true)
  })

  rule('[INV-6] 0 and 1,001 recipients are refused', async (org) => {
    const scene = await openInviteScene(org)
    for (const length of [0, 1_001]) {
      expectInvalid(await send(org, scene, recipients(length), { dry_run: true }), 'recipients')
    }
  })

  rule('[INV-7] 1 and 1,000 recipients are accepted', async (org) => {
    const scene = await openInviteScene(org)
    for (const length of [1, 1_000]) {
      const shown = payloadOf(await send(org, scene, recipients(length, 'someone'), { dry_run: true }))
      expect(shown.accepted + shown.skipped.length).toBe(length)
    }
  })

  rule('[INV-8] variables appear in the mail of their recipient alone', async (org) => {
    const scene = await openInviteScene(org)
    const list = ['Ada', 'Grace'].map((name) => recipient(`${name}@example.com`, { variables: { name } }))
    const { previews } = payloadOf(await send(org, scene, list, { dry_run: true }))
    for (const [index, name] of ['Ada', 'Grace'].entries()) {
      for (const part of ['text', 'html']) {
        expect(previews[index][part]).toContain(name)
        expect(previews[1 - index][part]).not.toContain(name)
      }
    }
  })

  rule('[INV-9] a dry run answers with previews and sends nothing', async (org) => {
    const scene = await openInviteScene(org)
    if (org.target.kind === 'emulator') await setDomain(org, null, 'missing')
    const before = await org.get(`/sources/${scene.sourceId}/invite-template`)
    const shown = payloadOf(await send(org, scene, recipients(12, 'preview'), { dry_run: true }))
    expect(shown).toMatchObject({ dry_run: true, accepted: 12, skipped: [] })
    expect(shown.previews).toHaveLength(10)
    expect(Object.keys(shown.previews[0]).sort()).toEqual(['email', 'html', 'subject', 'text'])
    expect((await org.get(`/sources/${scene.sourceId}/invite-template`)).text).toBe(before.text)
    if (org.target.kind === 'emulator') expect(await outbox(org)).toEqual([])
  })

  rule('[INV-10] nobody is invited twice, however the address is written', async (org) => {
    const scene = await openInviteScene(org)
    payloadOf(await send(org, scene, [recipient('ada@example.com')]), 202)
    const list = [recipient('ADA@Example.com'), recipient('grace@example.com'), recipient('Grace@EXAMPLE.com')]
    expect(payloadOf(await send(org, scene, list), 202)).toMatchObject({
      accepted: 1,
      skipped: [
        { email: 'ADA@Example.com', reason: 'already_invited' },
        { email: 'Grace@EXAMPLE.com', reason: 'duplicate_in_request' },
      ],
    })
    expect((await outbox(org)).map(({ to }) => to)).toEqual(['grace@example.com', 'ada@example.com'])
  })

  rule('[INV-11] with resend who was invited before is invited again, unless suppressed', async (org) => {
    const scene = await openInviteScene(org)
    const list = [recipient('ada@example.com'), recipient('bounce.now@example.com')]
    payloadOf(await send(org, scene, list), 202)
    await org.advance('2s')
    expect(payloadOf(await send(org, scene, list, { resend: true }), 202)).toMatchObject({
      accepted: 1,
      skipped: [{ email: 'bounce.now@example.com', reason: 'suppressed' }],
    })
    expect(await outbox(org, '&to=ada')).toHaveLength(2)
  })

  rule('[INV-16] without a verified sending domain nothing is sent', async (org) => {
    const scene = await openInviteScene(org)
    for (const [domain, status] of [
      [null, 'missing'],
      ['mail.example.com', 'pending'],
    ] as const) {
      await setDomain(org, domain, status)
      expectRefusal(await send(org, scene, recipients(1)), 403, 'SENDER_DOMAIN_UNVERIFIED')
    }
    expect(await outbox(org)).toEqual([])
  })
})

describe('distributions', () => {
  rule('[INV-12] the status of a distribution, until it is completed', async (org) => {
    const scene = await openInviteScene(org)
    const list = [recipient('ada@example.com'), recipient('bounce@example.com'), recipient('Complaint-1@example.com')]
    const { invite_id } = payloadOf(await send(org, scene, list), 202)
    const path = `/invites/${invite_id}`
    expect(['queued', 'sending']).toContain(payloadOf(await org.get(path)).status)
    if (org.target.kind !== 'emulator') return
    await org.advance('1999ms')
    expect(payloadOf(await org.get(path))).toMatchObject({ status: 'sending', completed_at: null })
    await org.advance('1ms')
    expect(payloadOf(await org.get(path))).toMatchObject({
      source_id: scene.sourceId,
      status: 'completed',
      completed_at: '2026-03-02T09:00:02.000Z',
      counts: { total: 3, sent: 3, delivered: 1, bounced: 1, complained: 1 },
    })
    expectRefusal(await org.get('/invites/inv_99'), 404, 'NOT_FOUND')
  })

  rule('[INV-13] the outcome per recipient, page by page', async (org) => {
    const scene = await openInviteScene(org)
    const list = [recipient('ada@example.com', { external_id: 'c-1' }), recipient('bounce@example.com')]
    const { invite_id } = payloadOf(await send(org, scene, list), 202)
    if (org.target.kind === 'emulator') await org.advance('2s')
    const first = payloadOf(await org.get(`/invites/${invite_id}/recipients?limit=1`))
    expect(first.recipients).toMatchObject([{ email: 'ada@example.com', external_id: 'c-1' }])
    expect(first.pagination).toMatchObject({ limit: 1, has_more: true })
    const path = `/invites/${invite_id}/recipients?limit=1&cursor=${first.pagination.next_cursor}`
    const second = payloadOf(await org.get(path))
    expect(second.recipients).toMatchObject([{ email: 'bounce@example.com', external_id: null }])
    expect(second.pagination).toMatchObject({ has_more: false, next_cursor: null })
    if (org.target.kind !== 'emulator') return
    expect(first.recipients[0]).toMatchObject({ delivery_status: 'delivered', reason: null })
    expect(second.recipients[0].delivery_status).toBe('bounced')
    expect(second.recipients[0].reason).toContain('550')
  })

  webhookRule('[EVT-11] invites.completed fires with the final counts', async (org, receiver) => {
    const scene = await openInviteScene(org)
    await subscribe(org, ['invites.completed', 'invite.bounced'])
    const { invite_id } = payloadOf(await send(org, scene, recipients(2)), 202)
    await org.advance('1s')
    expect(receiver.received).toEqual([])
    await org.advance('1s')
    expect(onlyData(receiver, 'invites.completed')).toEqual({
      invite_id,
      survey_id: Number(scene.sourceId),
      counts: { total: 2, sent: 2, delivered: 2, bounced: 0, complained: 0 },
    })
    expect(receiver.of('invite.bounced')).toEqual([])
  })

  webhookRule('[EVT-12, EVT-13] invite.bounced fires for a bounce and for a complaint', async (org, receiver) => {
    const scene = await openInviteScene(org)
    await subscribe(org, ['invite.bounced'])
    const list = [recipient('bounce@example.com'), recipient('ada@example.com'), recipient('complaint@example.com')]
    const { invite_id } = payloadOf(await send(org, scene, list), 202)
    await org.advance('2s')
    const both = receiver.of('invite.bounced').map(({ json }) => json.data)
    expect(both).toEqual([
      { invite_id, survey_id: Number(scene.sourceId), email: 'bounce@example.com', kind: 'bounce' },
      { invite_id, survey_id: Number(scene.sourceId), email: 'complaint@example.com', kind: 'complaint' },
    ])
  })
})

describe('access to invites', () => {
  const paths = (id: string) =>
    [
      ['GET', `/sources/${id}/invite-template`],
      ['POST', `/sources/${id}/invites`],
      ['GET', '/invites/inv_99'],
      ['GET', '/invites/inv_99/recipients'],
    ] as const

  rule('[INV-14] the four operations are open to send', async (org) => {
    const scene = await openScene(org)
    for (const [method, path] of paths(scene.sourceId)) {
      for (const key of ['send', 'all'] as const) {
        const answer = await org.request(method, path, { key, ...(method === 'POST' ? { body: {} } : {}) })
        expect([200, 400, 404]).toContain(answer.status)
      }
    }
  })

  rule('[INV-15] the four operations refuse push, create and mcp_read', async (org) => {
    for (const [method, path] of paths('1')) {
      for (const key of ['push', 'create', 'mcp_read'] as const) {
        const answer = await org.request(method, path, { key, ...(method === 'POST' ? { body: {} } : {}) })
        expectRefusal(answer, 403, 'INSUFFICIENT_PERMISSION')
      }
    }
  })
})

describe('refusals of invites', () => {
  rule('come in the order of the contract: body, source, variables, draft, template, domain, quota', async (org) => {
    const scene = await openScene(org)
    const bad = [recipient('nobody')]
    const good = [recipient('ada@example.com')]
    const nameless = [{ email: 'ada@example.com' }]
    const to = (id: string, list: unknown) => org.post(`/sources/${id}/invites`, { recipients: list })
    expectInvalid(await to('99', bad), 'recipients[0].email')
    expectRefusal(await to('99', good), 404, 'NOT_FOUND')
    expectRefusal(await to(scene.draftId, good), 409, 'SOURCE_NOT_PUBLISHED')
    await writeTemplate(org, scene.draftId)
    expectInvalid(await to(scene.draftId, nameless), 'recipients[0].variables.name')
    expectRefusal(await to(scene.sourceId, good), 409, 'INVITE_TEMPLATE_MISSING')
    await writeTemplate(org, scene.sourceId)
    await org.control('PATCH', '', { invite_quota: 0 })
    expectRefusal(await to(scene.sourceId, good), 403, 'SENDER_DOMAIN_UNVERIFIED')
    await setDomain(org)
    expectRefusal(await to(scene.sourceId, good), 403, 'INVITE_QUOTA_EXCEEDED')
    expect(await outbox(org)).toEqual([])
  })

  rule('a quota is used up to its last invite, by those that are sent alone', async (org) => {
    const scene = await openInviteScene(org)
    await org.control('PATCH', '', { invite_quota: 3 })
    expectRefusal(await send(org, scene, recipients(4)), 403, 'INVITE_QUOTA_EXCEEDED')
    payloadOf(await send(org, scene, recipients(2)), 202)
    expect(payloadOf(await send(org, scene, recipients(3)), 202)).toMatchObject({ accepted: 1 })
    expectRefusal(await send(org, scene, recipients(4)), 403, 'INVITE_QUOTA_EXCEEDED')
    expect(payloadOf(await send(org, scene, recipients(3)), 202)).toMatchObject({ accepted: 0 })
  })

  rule('a template that uses what it does not name is refused, and so is a domain that is none', async (org) => {
    const scene = await openScene(org)
    const put = (members: object) =>
      org.control('PUT', `/invite-templates/${scene.sourceId}`, { ...TEMPLATE, ...members })
    expectInvalid(await put({ html: '<p>{{ nmae }}</p>' }), 'html')
    expectInvalid(
      await put({ variables: [...TEMPLATE.variables, { name: 'name', required: true }] }),
      'variables[2].name',
    )
    expectInvalid(await put({ variables: [{ name: 'survey_link', required: true }] }), 'variables[0].name')
    expectInvalid(await put({ text: ' ' }), 'text')
    for (const domain of ['no domain', 'a', 'x@y.z', 'http://a.b', '1.2.3.4', '']) {
      expectInvalid(await org.control('PUT', '/sender-domain', { domain, status: 'verified' }), 'domain')
    }
    expectInvalid(await org.control('PUT', '/sender-domain', { domain: null, status: 'verified' }), 'status')
    expect(await setDomain(org, 'Bücher.example')).toEqual({ domain: 'xn--bcher-kva.example', status: 'verified' })
  })
})
