import { expect, test } from 'vitest'
import { mergeFacts } from '../../../src/config/merge-facts.js'
import { confirmedFacts, learnedFacts } from '../../../src/truth/learn/report.js'
import { COUNT, listOf, object, TEXT } from './document.js'
import { factsSeen, learnSeen, seen } from './seen.js'

const ID = 'body:sendInvites.dry_run'
const recipients = [{ email: 'ada@example.com' }]
const PREVIEW = { dry_run: true, accepted: 1, previews: [{ email: 'ada@example.com', subject: 'Hello' }] }
const SENT = { invite_id: 'inv_1', status: 'queued', accepted: 1 }

const invites = (body: object, answer: object, target = '1/invites') =>
  seen(`POST /api/input/sources/${target}`, answer, { body: { recipients, ...body } })

test('that an option is obeyed is written even where it stands as we assume, if the same call without it sends', () => {
  const exchanges = [invites({ dry_run: true }, PREVIEW), invites({}, SENT)]
  expect(factsSeen(exchanges)[ID]).toEqual({ name: 'dry_run' })
  const verdict = learnSeen(exchanges).verdicts.find(({ id }) => id === ID)
  expect(verdict).toMatchObject({ state: 'confirmed', from: [{ from: 'session.har', times: 2 }] })
  const off = [invites({ dry_run: true }, PREVIEW), invites({ dry_run: false }, SENT)]
  expect(factsSeen(off)[ID]).toEqual({ name: 'dry_run' })
  const unnamed = [invites({ dry_run: true }, { dry_run: true }), invites({}, SENT)]
  expect(factsSeen(unnamed)[ID]).toEqual({ name: 'dry_run' })
})

const UNPROVEN: [string, (on: object, target: string) => ReturnType<typeof seen>[]][] = [
  ['a preview alone', (on, target) => [invites(on, PREVIEW, target)]],
  ['a service that sends all the same', (on, target) => [invites(on, SENT, target), invites({}, SENT)]],
  [
    'one call of several that was sent all the same',
    (on, target) => [invites(on, PREVIEW, target), invites(on, SENT, target), invites({}, SENT)],
  ],
  ['previews of what was sent', (on, target) => [invites(on, { ...PREVIEW, ...SENT }, target), invites({}, SENT)]],
  ['previews without being asked', (on, target) => [invites(on, PREVIEW, target), invites({}, PREVIEW)]],
  ['another option beside it', (on, target) => [invites({ ...on, test: true }, PREVIEW, target), invites({}, SENT)]],
  ['a response that says nothing of it', (on, target) => [invites(on, { accepted: 1 }, target), invites({}, SENT)]],
]

test.each(UNPROVEN)('requests do not prove that an option is obeyed by %s, wherever it stands', (_, session) => {
  expect(factsSeen(session({ dry_run: true }, '1/invites'))[ID]).toBeUndefined()
  expect(factsSeen(session({}, '1/invites?dry_run=true'))[ID]).toBeUndefined()
  expect(factsSeen(session({ options: { dry_run: true } }, '1/invites'))[ID]).toBeUndefined()
})

test.each([
  ['?dry_run', {}, '1/invites?dry_run=true'],
  ['options.dry_run', { options: { dry_run: true } }, '1/invites'],
])('a preview of some is proof where others are sent to without the option, also as %s', (name, on, target) => {
  const others = { recipients: [{ email: 'bob@example.com' }, { email: 'cid@example.com' }] }
  expect(factsSeen([invites(on, PREVIEW, target), invites(others, SENT)])[ID]).toEqual({ name })
  expect(factsSeen([invites(on, PREVIEW, target), invites({}, SENT, '2/invites')])[ID]).toEqual({ name })
})

test('a distribution that is null is none', () => {
  const preview = { ...PREVIEW, invite_id: null, status: null }
  const sent = { ...SENT, dry_run: false, previews: null }
  expect(factsSeen([invites({ options: { dry_run: true } }, preview), invites({}, sent)])[ID]).toEqual({
    name: 'options.dry_run',
  })
})

test('a description says where an option stands without being seen obeyed', () => {
  const described = {
    method: 'post' as const,
    path: '/api/input/sources/{id}/invites',
    query: { dry_run: { type: 'boolean' } },
    body: object({ recipients: listOf(object({ email: TEXT })) }),
    answer: object({ invite_id: TEXT, status: TEXT, accepted: COUNT }),
  }
  expect(factsSeen([invites({}, SENT)], [described])[ID]).toEqual({ name: '?dry_run' })
})

test.each([
  ['dry_run', { dry_run: true }, '1/invites'],
  ['?dry_run', {}, '1/invites?dry_run=true'],
])(
  'a dry run that was answered by a distribution takes back that %s is obeyed, however often it was',
  (name, on, target) => {
    const known = learnedFacts(
      learnSeen([invites(on, PREVIEW, target), invites({}, SENT)]).verdicts,
      () => '2026-11-27',
    )
    expect(known[ID]).toMatchObject({ name, evidence: [{ times: 2 }] })
    const takenBack = (answer: object) => {
      const { verdicts } = learnSeen([invites(on, answer, target)])
      const file = { text: '', facts: known }
      const learned = learnedFacts(verdicts, () => '2026-11-27')
      return mergeFacts(
        learned,
        file,
        confirmedFacts(verdicts, () => '2026-11-27'),
      ).facts[ID]
    }
    expect(takenBack(SENT)).toBeUndefined()
    expect(takenBack({ invite_id: 'inv_2', status: 'queued' })).toBeUndefined()
    expect(takenBack(PREVIEW)).toMatchObject({ name })
    expect(takenBack({ accepted: 1 })).toMatchObject({ name })
  },
)

test('an option that was seen ignored where a description has it is open', () => {
  const described = {
    method: 'post' as const,
    path: '/api/input/sources/{id}/invites',
    query: { dry_run: { type: 'boolean' } },
    body: object({ recipients: listOf(object({ email: TEXT })) }),
    answer: object({ invite_id: TEXT, status: TEXT, accepted: COUNT }),
  }
  const { verdicts } = learnSeen([invites({}, SENT, '1/invites?dry_run=true')], [described])
  expect(verdicts.find(({ id }) => id === ID)).toMatchObject({ state: 'ambiguous', ignored: '?dry_run' })
})
