import type { JsonObject } from '../../../base/is-object.js'
import { must } from '../rule.js'
import { items, push } from './pushing.js'
import { dataOf, type Subscribed, subscribe } from './receiver.js'
import {
  advance,
  backstageOf,
  createGroup,
  post,
  requireDrafts,
  type Stage,
  type StagedRule,
  staged,
  success,
} from './stage.js'

type EventName = Parameters<typeof subscribe>[1][number]

/** Fires once when something is done. */
function fires(id: string, event: EventName, act: (stage: Stage) => Promise<unknown>, by = '1ms'): StagedRule {
  return staged(id, async (stage) => {
    await stage.scene()
    const subscription = await subscribe(stage, [event])
    await act(stage)
    const found = await dataOf(stage, subscription, event, by)
    must(found.length === 1, `${event} came ${found.length} times`)
  })
}

const MONITOR = { name: 'Late', query: ['late'], threshold: 3, alerts: true }

async function raise(stage: Stage, alerts: boolean): Promise<JsonObject[]> {
  await backstageOf(stage).control.createMonitor({ body: { ...MONITOR, alerts } })
  await stage.scene()
  const subscription = await subscribe(stage, ['flag.raised'])
  await push(stage, items(stage, 4))
  return dataOf(stage, subscription, 'flag.raised', '1m')
}

async function analysed(stage: Stage): Promise<{ data: JsonObject | undefined; subscription: Subscribed }> {
  await stage.scene()
  const subscription = await subscribe(stage, ['analysis.completed'])
  await push(stage, items(stage, 3))
  const [data] = await dataOf(stage, subscription, 'analysis.completed', '1m')
  return { data, subscription }
}

async function analysisOf(stage: Stage): Promise<JsonObject> {
  const { sourceId } = await stage.scene()
  return success(await stage.probe.get(`/sources/${sourceId}/analysis`))
}

async function track(stage: Stage, tracking: 'monthly' | 'none'): Promise<void> {
  const { groupId: id } = await stage.scene()
  await backstageOf(stage).control.updateGroup({ params: { id }, body: { tracking } })
}

const TEMPLATE = {
  subject: 'How was {{product}}?',
  text: 'Dear {{name}}: {{survey_link}}',
  html: '<p>{{name}}</p><a href="{{survey_link}}">Tell us</a>',
  variables: [
    { name: 'name', required: true },
    { name: 'product', required: false },
  ],
}

/** A source that can send invites, by a template and a domain of its own. */
export async function openInvites(stage: Stage, status: 'verified' | 'pending' = 'verified'): Promise<void> {
  const { control } = backstageOf(stage)
  const { sourceId } = await stage.scene()
  await control.setTemplate({ params: { source_id: sourceId }, body: TEMPLATE })
  await control.setSenderDomain({ body: { domain: 'mail.example.com', status } })
}

async function invite(stage: Stage, emails: string[], members: JsonObject = {}) {
  const { sourceId } = await stage.scene()
  const recipients = emails.map((email) => ({ email, variables: { name: 'Ada', product: 'the lamp' } }))
  return post(stage, `/sources/${sourceId}/invites`, { recipients, ...members })
}

async function outbox(stage: Stage) {
  return (await backstageOf(stage).control.listMessages()).items
}

const bounces = (id: string, email: string) =>
  fires(
    id,
    'invite.bounced',
    async (stage) => {
      await openInvites(stage)
      success(await invite(stage, [email, 'ada@example.com']))
    },
    '1m',
  )

/** What happens in the service, as webhooks tell it; the analysis over time; invites. */
export const EVENT_RULES: StagedRule[] = [
  fires('EVT-3', 'series.created', createGroup),
  fires('EVT-4', 'survey.created', async (stage) => {
    const { groupId } = await stage.scene()
    success(await post(stage, '/survey/create', { survey_series_id: groupId, survey_title: stage.unique('source') }))
  }),
  fires('EVT-5', 'survey.published', async (stage) => {
    requireDrafts(stage)
    const { draftId } = await stage.scene()
    success(await post(stage, '/survey/publish', { survey_id: draftId }))
  }),
  fires('EVT-6', 'analysis.completed', (stage) => push(stage, items(stage, 3)), '1m'),
  staged('EVT-7', async (stage) => {
    const { data } = await analysed(stage)
    must(data !== undefined, 'analysis.completed did not come')
    must((await analysisOf(stage)).analysis_status === 'available', "the results can't be read yet")
  }),
  staged('EVT-17', async (stage) => {
    const { data } = await analysed(stage)
    for (const member of ['survey_series_id', 'survey_id', 'analysis_id'])
      must(Number.isInteger(data?.[member]), `${member} is ${data?.[member]}`)
    must(typeof data?.survey_name === 'string', `survey_name is ${data?.survey_name}`)
  }),
  staged('ANA-2', async (stage) => {
    const { data } = await analysed(stage)
    must(data !== undefined, 'analysis.completed did not come')
    const { analysis_status: status, item_count: count } = await analysisOf(stage)
    must(status === 'available' && count === 3, `${status} with ${count} items`)
  }),
  staged('EVT-8', async (stage) => {
    const found = await raise(stage, true)
    must(found.length === 1, `flag.raised came ${found.length} times`)
  }),
  staged('EVT-9', async (stage) => {
    const found = await raise(stage, false)
    must(found.length === 0, 'flag.raised came without the alerts of the monitor')
  }),
  fires(
    'EVT-10',
    'report.ready',
    async (stage) => {
      const { groupId } = await stage.scene()
      await track(stage, 'monthly')
      await backstageOf(stage).control.createReport({ body: { feedback_group_id: groupId } })
      success(await push(stage, items(stage, 1)))
    },
    '32d',
  ),
  fires(
    'EVT-11',
    'invites.completed',
    async (stage) => {
      await openInvites(stage)
      success(await invite(stage, ['ada@example.com', 'bob@example.com']))
    },
    '1m',
  ),
  bounces('EVT-12', 'bounce@example.com'),
  bounces('EVT-13', 'complaint@example.com'),
  fires('EVT-14', 'series.created', async (stage) => {
    success(await post(stage, '/feedback_groups/create', { name: stage.unique('group') }))
  }),
  staged('ANA-11', async (stage) => {
    await track(stage, 'monthly')
    success(await push(stage, [...items(stage, 1, { occurred_at: '2025-11-30T12:00:00Z' }), ...items(stage, 2)]))
    await advance(stage, '1m')
    const { analysis_status: status, item_count: count } = await analysisOf(stage)
    must(status === 'available' && count === 3, `${status} with ${count} items of 3`)
  }),
  staged('ANA-12', async (stage) => {
    await track(stage, 'monthly')
    success(await push(stage, items(stage, 2)))
    await advance(stage, '1m')
    const { analysis_id: id } = await analysisOf(stage)
    must(id === null, `analysis_id is ${id}`)
  }),
  staged('PSH-3', async (stage) => {
    await track(stage, 'monthly')
    success(await push(stage, [...items(stage, 1, { occurred_at: '2025-11-30T12:00:00Z' }), ...items(stage, 2)]))
    await advance(stage, '1m')
    const { sourceId } = await stage.scene()
    const { item_count: count } = success(await stage.probe.get(`/sources/${sourceId}/analysis?period_key=2025-11`))
    must(count === 1, `${count} items in the period of one`)
  }),
  staged('INV-5', async (stage) => {
    await openInvites(stage)
    success(await invite(stage, ['ada@example.com', 'bob@example.com']))
    await advance(stage, '1m')
    const sent = (await outbox(stage)).map(({ to }) => to)
    must(sent.length === 2, `mails went to ${sent.join(', ')}`)
  }),
  staged('INV-10', async (stage) => {
    await openInvites(stage)
    for (let time = 0; time < 2; time += 1) success(await invite(stage, ['ada@example.com']))
    await advance(stage, '1m')
    must((await outbox(stage)).length === 1, 'someone was invited twice')
  }),
  staged('INV-11', async (stage) => {
    await openInvites(stage)
    for (const resend of [false, true]) success(await invite(stage, ['ada@example.com'], { resend }))
    await advance(stage, '1m')
    must((await outbox(stage)).length === 2, 'no one was invited again')
  }),
  staged('INV-12', async (stage) => {
    await openInvites(stage)
    const { invite_id: id } = success(await invite(stage, ['ada@example.com']))
    const payload = success(await stage.probe.get(`/invites/${id}`))
    must(typeof payload.status === 'string', 'the distribution has no status')
  }),
  staged('INV-13', async (stage) => {
    await openInvites(stage)
    const { invite_id: id } = success(await invite(stage, ['ada@example.com']))
    await advance(stage, '1m')
    const { recipients } = success(await stage.probe.get(`/invites/${id}/recipients`))
    const [first] = Array.isArray(recipients) ? (recipients as JsonObject[]) : []
    must(typeof first?.delivery_status === 'string', 'a recipient has no delivery status')
  }),
  staged('INV-16', async (stage) => {
    await openInvites(stage, 'pending')
    const { status, about } = await invite(stage, ['ada@example.com'])
    must(status >= 400 && status < 500, `${about}: ${status} without a verified domain`)
    must((await outbox(stage)).length === 0, 'a mail was sent')
  }),
  staged('INV-17', async (stage) => {
    await openInvites(stage)
    success(await invite(stage, ['ada@example.com']))
    await advance(stage, '1m')
    const [mail] = await outbox(stage)
    must(mail?.from.includes('@mail.example.com') === true, `the mail is from ${mail?.from}`)
  }),
]
