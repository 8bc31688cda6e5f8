import { erasureOf, type Foreign, publishingOf } from './caller.js'
import type { Choices } from './choices.js'
import { queryAfter } from './list-pages.js'
import { groupsAfter, LIMIT } from './paging.js'
import { writeOptions } from './questions.js'
import { chosen, otherId } from './shape.js'
import type { Question, Source } from './state.js'

type Json = Record<string, unknown>

/** Enough for a second page, whatever the size of one. */
const MANY = LIMIT + 10

const TEXTS = ['Great delivery, thank you', 'Terrible delivery, broken app', 'It arrived', 'Delivery was late again']

/** What an application that uses all of a service does beside what `recordSession` records: pages to the end, dates, options, erasures. */
export function liveLongDay({ c, call, send, at, inside, service }: Foreign): void {
  const { state } = service
  const group = state.groups[0]!
  createSource('Opinions', 'review', ['Why?', 'Which?', 'How?'])
  const source = createSource('Chats', 'chat', ['What was it about?', 'Which shop?', 'And then?'])
  call('GET', `/api/input/surveys/list?survey_series_id=${group.id}`)
  call('GET', `/api/input/surveys/list?survey_id=${source.id}`)
  const ids = { survey_series_id: String(group.id), survey_id: String(source.id) }
  send('POST', '/api/input/content/push', {
    ...ids,
    question: { question_id: idOf(source.questions[0]!), content: ['Too early'] },
  })
  call('POST', '/api/input/survey/publish', publishingOf(c, ids))
  call('GET', `/api/input/surveys/list?survey_series_id=${group.id}`)
  const content = Array.from({ length: MANY }, (_, index) => itemOf(c, index))
  for (let time = 0; time < 2; time += 1)
    call('POST', '/api/input/content/push', { ...ids, question: { question_id: idOf(source.questions[0]!), content } })
  call('POST', '/api/input/content/push/bulk', {
    ...ids,
    sync: true,
    questions: [0, 2].map((index) => ({
      question_id: idOf(source.questions[index]!),
      content: [{ ...itemOf(c, index), external_id: `L-${index}` }],
    })),
  })
  for (const limit of [LIMIT, 20])
    for (let before = 0; before < state.items.length; before += limit)
      call('GET', `${at('/feedback')}?${new URLSearchParams(queryAfter(c, 'feedback', before, limit))}`)
  for (let read = 0; read < 2; read += 1) call('GET', at(`/sources/${source.id}/analysis`))
  for (const [kind, id] of [
    ['external_id', 'D-1'],
    ['customer_id', 'P-2'],
    ['external_id', 'nowhere'],
    ['customer_id', 'nobody'],
  ] as const)
    call('POST', at('/feedback/erase'), erasureOf(c, id, kind))
  invite()
  for (let index = 0; index < MANY; index += 1)
    call('POST', '/api/input/survey_series/create', { name: `Team ${index}` })
  for (let before = 0; before < state.groups.length; before += LIMIT)
    call('GET', `/api/input/surveys/list?${new URLSearchParams(groupsAfter(c, before))}`)

  function createSource(title: string, type: string, [why, which, how]: string[]): Source {
    call('POST', '/api/input/survey/create', {
      survey_series_id: String(group.id),
      survey_title: title,
      survey_description: `What they say: ${title}`,
      feedback_type: type,
      questions: [
        questionOf(why!, 'DEPTH_TEXT'),
        { ...questionOf(which!, 'SCQ'), [chosen(c, 'question.options')!]: writeOptions(c, ['Red', 'Blue']) },
        questionOf(how!, 'TEXT'),
      ],
    })
    return state.sources.at(-1)!
  }

  function questionOf(text: string, type: string): Json {
    return { [chosen(c, 'question.text')!]: text, [chosen(c, 'question.type')!]: type }
  }

  function invite(): void {
    const recipients = Array.from({ length: MANY }, (_, index) => ({
      [chosen(c, 'recipient.email')!]: `person${index}@example.org`,
      variables: { name: `Person ${index}`, order: `O-${index}` },
    }))
    const [first, ...others] = recipients
    call('POST', at(`/sources/${source.id}/invites`), { recipients: [first] })
    call('POST', at(`/sources/${source.id}/invites`), { recipients: [first, ...others], dry_run: true })
    const sent = inside(
      'invite.wrap',
      call('POST', at(`/sources/${source.id}/invites`), { recipients: [first, ...others] }),
    )
    const path = at(`/invites/${sent[chosen(c, 'invite.id')!]}`)
    for (let read = 0; read < 3; read += 1) call('GET', path)
    const isWhole = c['recipients.form'] === 'whole'
    for (let before = 0; before < (isWhole ? 1 : MANY); before += LIMIT)
      call('GET', `${path}/recipients?${new URLSearchParams(isWhole ? {} : queryAfter(c, 'recipients', before))}`)
    call('GET', at(`/sources/${source.id}/invite-template`))
  }

  function idOf({ id }: Question): string {
    return String(otherId(c, 'question', id))
  }
}

const AT = Date.parse('2026-02-01T08:15:30.000Z')
const DAY_MS = 86_400_000

/** An item with every member, in the forms that this service takes. */
function itemOf(c: Choices, index: number): Json {
  return {
    text: TEXTS[index % TEXTS.length],
    external_id: `D-${index}`,
    customer_id: `P-${index % 7}`,
    channel: 'chat',
    language: 'en',
    rating: c['push.rating'] === 'digits' ? String(1 + (index % 5)) : 1 + (index % 5),
    occurred_at: momentOf(c, AT + index * (DAY_MS / 4)),
  }
}

function momentOf(c: Choices, at: number): string | number {
  if (c['push.dates'] === 'epoch') return Math.floor(at / 1000)
  if (c['push.dates'] === 'epoch-ms') return at
  return new Date(at).toISOString().slice(0, c['push.dates'] === 'date' ? 10 : undefined)
}
