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
  rule('[INV-1, INV-2] the answer tells whether a template is present, and its variables', async (world) => {
    const scene = await openInviteScene(world)
    const path = `/sources/${scene.sourceId}/invite-template`
    const shown = payloadOf(await world.get(path))
    expect(shown).toMatchObject({ source_id: scene.sourceId, present: true })
    for (const { name, required } of shown.variables)
      expect([typeof name, typeof required]).toEqual(['string', 'boolean'])
    if (world.target.kind !== 'emulator') return
    expect(shown).toMatchObject({ subject: TEMPLATE.subject, variables: TEMPLATE.variables })
    const none = payloadOf(await world.get(`/sources/${scene.draftId}/invite-template`))
    expect(none).toMatchObject({ present: false, subject: null, variables: [] })
  })

  rule('[INV-3] the answer tells the status of the sender domain', async (world) => {
    const scene = await openScene(world)
    const status = async () => payloadOf(await world.get(`/sources/${scene.sourceId}/invite-template`)).sender_domain
    expect(['verified', 'pending', 'missing']).toContain((await status()).status)
    if (world.target.kind !== 'emulator') return
    expect(await status()).toEqual({ domain: null, status: 'missing' })
    await setDomain(world, 'mail.example.com', 'pending')
    expect(await status()).toEqual({ domain: 'mail.example.com', status: 'pending' })
  })

  rule('[INV-4] the answer tells how much of the quota is used', async (world) => {
    const scene = await openInviteScene(world)
    const quota = async () => payloadOf(await world.get(`/sources/${scene.sourceId}/invite-template`)).quota
    const before = await quota()
    expect(before.used).toBeGreaterThanOrEqual(0)
    if (world.target.kind !== 'emulator') return
    expect(before).toEqual({ limit: null, used: 0, remaining: null, period_end: '2026-04-01T00:00:00.000Z' })
    payloadOf(await world.control('PATCH', '', { invite_quota: 5 }))
    payloadOf(await send(world, scene, recipients(3)), 202)
    expect(await quota()).toMatchObject({ limit: 5, used: 3, remaining: 2 })
    await world.advance('31d')
    expect(await quota()).toMatchObject({ limit: 5, used: 0, remaining: 5 })
  })
})

describe('sending invites', () => {
  rule('[INV-5, INV-17] each recipient gets a mail, from the own domain of the organisation', async (world) => {
    const scene = await openInviteScene(world)
    const list = [recipient('ada@example.com', { external_id: 'c-1' }), recipient('Bob@Example.com')]
    const sent = payloadOf(await send(world, scene, list), 202)
    expect(sent).toMatchObject({ status: 'queued', accepted: 2, skipped: [] })
    const mails = await outbox(world)
    expect(mails.map(({ to }) => to)).toEqual(['Bob@example.com', 'ada@example.com'])
    for (const mail of mails) {
      expect(mail.from).toMatch(/<invites@mail\.example\.com>$/)
      expect(mail).toMatchObject({ subject: 'How was the lamp?', invite_id: sent.invite_id, source_id: scene.sourceId })
    }
    const links = mails.map(({ text }) => /http\S+/.exec(text)![0])
    expect(new Set(links).size).toBe(2)
    for (const link of links) expect(link.startsWith(world.target.dashboardUrl!)).toBe(true)
  })

  rule('[INV-6] 0 and 1,001 recipients are refused', async (world) => {
    const scene = await openInviteScene(world)
    for (const length of [0, 1_001]) {
      expectInvalid(await send(world, scene, recipients(length), { dry_run: true }), 'recipients')
    }
  })

  rule('[INV-7] 1 and 1,000 recipients are accepted', async (world) => {
    const scene = await openInviteScene(world)
    for (const length of [1, 1_000]) {
      const shown = payloadOf(await send(world, scene, recipients(length, 'someone'), { dry_run: true }))
      expect(shown.accepted + shown.skipped.length).toBe(length)
    }
  })

  rule('[INV-8] variables appear in the mail of their recipient alone', async (world) => {
    const scene = await openInviteScene(world)
    const list = ['Ada', 'Grace'].map((name) => recipient(`${name}@example.com`, { variables: { name } }))
    const { previews } = payloadOf(await send(world, scene, list, { dry_run: true }))
    for (const [index, name] of ['Ada', 'Grace'].entries()) {
      for (const part of ['text', 'html']) {
        expect(previews[index][part]).toContain(name)
        expect(previews[1 - index][part]).not.toContain(name)
      }
    }
  })

  rule('[INV-9] a dry run answers with previews and sends nothing', async (world) => {
    const scene = await openInviteScene(world)
    if (world.target.kind === 'emulator') await setDomain(world, null, 'missing')
    const before = await world.get(`/sources/${scene.sourceId}/invite-template`)
    const shown = payloadOf(await send(world, scene, recipients(12, 'preview'), { dry_run: true }))
    expect(shown).toMatchObject({ dry_run: true, accepted: 12, skipped: [] })
    expect(shown.previews).toHaveLength(10)
    expect(Object.keys(shown.previews[0]).sort()).toEqual(['email', 'html', 'subject', 'text'])
    expect((await world.get(`/sources/${scene.sourceId}/invite-template`)).text).toBe(before.text)
    if (world.target.kind === 'emulator') expect(await outbox(world)).toEqual([])
  })

  rule('[INV-10] nobody is invited twice, however the address is written', async (world) => {
    const scene = await openInviteScene(world)
    payloadOf(await send(world, scene, [recipient('ada@example.com')]), 202)
    const list = [recipient('ADA@Example.com'), recipient('grace@example.com'), recipient('Grace@EXAMPLE.com')]
    expect(payloadOf(await send(world, scene, list), 202)).toMatchObject({
      accepted: 1,
      skipped: [
        { email: 'ADA@Example.com', reason: 'already_invited' },
        { email: 'Grace@EXAMPLE.com', reason: 'duplicate_in_request' },
      ],
    })
    expect((await outbox(world)).map(({ to }) => to)).toEqual(['grace@example.com', 'ada@example.com'])
  })

  rule('[INV-11] with resend who was invited before is invited again, unless suppressed', async (world) => {
    const scene = await openInviteScene(world)
    const list = [recipient('ada@example.com'), recipient('bounce.now@example.com')]
    payloadOf(await send(world, scene, list), 202)
    await world.advance('2s')
    expect(payloadOf(await send(world, scene, list, { resend: true }), 202)).toMatchObject({
      accepted: 1,
      skipped: [{ email: 'bounce.now@example.com', reason: 'suppressed' }],
    })
    expect(await outbox(world, '&to=ada')).toHaveLength(2)
  })

  rule('[INV-16] without a verified sending domain nothing is sent', async (world) => {
    const scene = await openInviteScene(world)
    for (const [domain, status] of [
      [null, 'missing'],
      ['mail.example.com', 'pending'],
    ] as const) {
      await setDomain(world, domain, status)
      expectRefusal(await send(world, scene, recipients(1)), 403, 'SENDER_DOMAIN_UNVERIFIED')
    }
    expect(await outbox(world)).toEqual([])
  })
})

describe('distributions', () => {
  rule('[INV-12] the status of a distribution, until it is completed', async (world) => {
    const scene = await openInviteScene(world)
    const list = [recipient('ada@example.com'), recipient('bounce@example.com'), recipient('Complaint-1@example.com')]
    const { invite_id } = payloadOf(await send(world, scene, list), 202)
    const path = `/invites/${invite_id}`
    expect(['queued', 'sending']).toContain(payloadOf(await world.get(path)).status)
    if (world.target.kind !== 'emulator') return
    await world.advance('1999ms')
    expect(payloadOf(await world.get(path))).toMatchObject({ status: 'sending', completed_at: null })
    await world.advance('1ms')
    expect(payloadOf(await world.get(path))).toMatchObject({
      source_id: scene.sourceId,
      status: 'completed',
      completed_at: '2026-03-02T09:00:02.000Z',
      counts: { total: 3, sent: 3, delivered: 1, bounced: 1, complained: 1 },
    })
    expectRefusal(await world.get('/invites/inv_99'), 404, 'NOT_FOUND')
  })

  rule('[INV-13] the outcome per recipient, page by page', async (world) => {
    const scene = await openInviteScene(world)
    const list = [recipient('ada@example.com', { external_id: 'c-1' }), recipient('bounce@example.com')]
    const { invite_id } = payloadOf(await send(world, scene, list), 202)
    if (world.target.kind === 'emulator') await world.advance('2s')
    const first = payloadOf(await world.get(`/invites/${invite_id}/recipients?limit=1`))
    expect(first.recipients).toMatchObject([{ email: 'ada@example.com', external_id: 'c-1' }])
    expect(first.pagination).toMatchObject({ limit: 1, has_more: true })
    const path = `/invites/${invite_id}/recipients?limit=1&cursor=${first.pagination.next_cursor}`
    const second = payloadOf(await world.get(path))
    expect(second.recipients).toMatchObject([{ email: 'bounce@example.com', external_id: null }])
    expect(second.pagination).toMatchObject({ has_more: false, next_cursor: null })
    if (world.target.kind !== 'emulator') return
    expect(first.recipients[0]).toMatchObject({ delivery_status: 'delivered', reason: null })
    expect(second.recipients[0].delivery_status).toBe('bounced')
    expect(second.recipients[0].reason).toContain('550')
  })

  webhookRule('[EVT-11] invites.completed fires with the final counts', async (world, receiver) => {
    const scene = await openInviteScene(world)
    await subscribe(world, ['invites.completed', 'invite.bounced'])
    const { invite_id } = payloadOf(await send(world, scene, recipients(2)), 202)
    await world.advance('1s')
    expect(receiver.received).toEqual([])
    await world.advance('1s')
    expect(onlyData(receiver, 'invites.completed')).toEqual({
      invite_id,
      survey_id: Number(scene.sourceId),
      counts: { total: 2, sent: 2, delivered: 2, bounced: 0, complained: 0 },
    })
    expect(receiver.of('invite.bounced')).toEqual([])
  })

  webhookRule('[EVT-12, EVT-13] invite.bounced fires for a bounce and for a complaint', async (world, receiver) => {
    const scene = await openInviteScene(world)
    await subscribe(world, ['invite.bounced'])
    const list = [recipient('bounce@example.com'), recipient('ada@example.com'), recipient('complaint@example.com')]
    const { invite_id } = payloadOf(await send(world, scene, list), 202)
    await world.advance('2s')
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

  rule('[INV-14] the four operations are open to send', async (world) => {
    const scene = await openScene(world)
    for (const [method, path] of paths(scene.sourceId)) {
      for (const key of ['send', 'all'] as const) {
        const answer = await world.request(method, path, { key, ...(method === 'POST' ? { body: {} } : {}) })
        expect([200, 400, 404]).toContain(answer.status)
      }
    }
  })

  rule('[INV-15] the four operations refuse push, create and mcp_read', async (world) => {
    for (const [method, path] of paths('1')) {
      for (const key of ['push', 'create', 'mcp_read'] as const) {
        const answer = await world.request(method, path, { key, ...(method === 'POST' ? { body: {} } : {}) })
        expectRefusal(answer, 403, 'INSUFFICIENT_PERMISSION')
      }
    }
  })
})

describe('refusals of invites', () => {
  rule('come in the order of the contract: body, source, variables, draft, template, domain, quota', async (world) => {
    const scene = await openScene(world)
    const bad = [recipient('nobody')]
    const good = [recipient('ada@example.com')]
    const nameless = [{ email: 'ada@example.com' }]
    const to = (id: string, list: unknown) => world.post(`/sources/${id}/invites`, { recipients: list })
    expectInvalid(await to('99', bad), 'recipients[0].email')
    expectRefusal(await to('99', good), 404, 'NOT_FOUND')
    expectRefusal(await to(scene.draftId, good), 409, 'SOURCE_NOT_PUBLISHED')
    await writeTemplate(world, scene.draftId)
    expectInvalid(await to(scene.draftId, nameless), 'recipients[0].variables.name')
    expectRefusal(await to(scene.sourceId, good), 409, 'INVITE_TEMPLATE_MISSING')
    await writeTemplate(world, scene.sourceId)
    await world.control('PATCH', '', { invite_quota: 0 })
    expectRefusal(await to(scene.sourceId, good), 403, 'SENDER_DOMAIN_UNVERIFIED')
    await setDomain(world)
    expectRefusal(await to(scene.sourceId, good), 403, 'INVITE_QUOTA_EXCEEDED')
    expect(await outbox(world)).toEqual([])
  })

  rule('a quota is used up to its last invite, by those that are sent alone', async (world) => {
    const scene = await openInviteScene(world)
    await world.control('PATCH', '', { invite_quota: 3 })
    expectRefusal(await send(world, scene, recipients(4)), 403, 'INVITE_QUOTA_EXCEEDED')
    payloadOf(await send(world, scene, recipients(2)), 202)
    expect(payloadOf(await send(world, scene, recipients(3)), 202)).toMatchObject({ accepted: 1 })
    expectRefusal(await send(world, scene, recipients(4)), 403, 'INVITE_QUOTA_EXCEEDED')
    expect(payloadOf(await send(world, scene, recipients(3)), 202)).toMatchObject({ accepted: 0 })
  })

  rule('a template that uses what it does not name is refused, and so is a domain that is none', async (world) => {
    const scene = await openScene(world)
    const put = (members: object) =>
      world.control('PUT', `/invite-templates/${scene.sourceId}`, { ...TEMPLATE, ...members })
    expectInvalid(await put({ html: '<p>{{ nmae }}</p>' }), 'html')
    expectInvalid(
      await put({ variables: [...TEMPLATE.variables, { name: 'name', required: true }] }),
      'variables[2].name',
    )
    expectInvalid(await put({ variables: [{ name: 'survey_link', required: true }] }), 'variables[0].name')
    expectInvalid(await put({ text: ' ' }), 'text')
    for (const domain of ['no domain', 'a', 'x@y.z', 'http://a.b', '1.2.3.4', '']) {
      expectInvalid(await world.control('PUT', '/sender-domain', { domain, status: 'verified' }), 'domain')
    }
    expectInvalid(await world.control('PUT', '/sender-domain', { domain: null, status: 'verified' }), 'status')
    expect(await setDomain(world, 'Bücher.example')).toEqual({ domain: 'xn--bcher-kva.example', status: 'verified' })
  })
})
