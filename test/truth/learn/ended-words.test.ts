import { expect, test } from 'vitest'
import { factsFrom, object, oneOf, TEXT, TIME } from './document.js'
import { factsSeen, seen } from './seen.js'

const invite = (...words: string[]) => ({
  path: '/api/input/invites/{id}',
  answer: object({ invite_id: TEXT, status: oneOf(...words), created_at: TIME, completed_at: TIME }),
})

const answered = (status: string, completed_at: string | null) =>
  seen('GET /api/input/invites/i1', {
    invite_id: 'i1',
    survey_id: '12',
    status,
    created_at: '2026-10-01T08:00:00.000Z',
    completed_at,
  })

const END = '2026-10-01T08:05:00.000Z'
const wordsOf = (facts: ReturnType<typeof factsFrom>) => facts['result:getInvite']?.words

test('the word that is left of a described enum is the last of a distribution, where it may mean that', () => {
  expect(wordsOf(factsFrom(invite('scheduled', 'sending', 'sent')))).toEqual({
    status: { queued: 'scheduled', completed: 'sent' },
  })
  expect(wordsOf(factsFrom(invite('scheduled', 'sending', 'zebra')))).toEqual({ status: { queued: 'scheduled' } })
  expect(wordsOf(factsFrom(invite('scheduled', 'sending', 'sent', 'finished')))).toEqual({
    status: { queued: 'scheduled', completed: 'finished' },
  })
})

test('the word with which alone a distribution has the time of its end is its last, whatever it is', () => {
  const running = [answered('scheduled', null), answered('sending', null)]
  expect(wordsOf(factsSeen([...running, answered('archived', END)]))).toEqual({
    status: { queued: 'scheduled', completed: 'archived' },
  })
  // Known words never mean it, and neither does one that is seen without an end too.
  expect(wordsOf(factsSeen([...running, answered('archived', END), answered('archived', null)]))).toEqual({
    status: { queued: 'scheduled' },
  })
  expect(wordsOf(factsSeen([...running, answered('archived', END), answered('gone', END)]))).toEqual({
    status: { queued: 'scheduled' },
  })
})

test('the end of a task may be a failure, as long as the word for that is not known', () => {
  const task = (status: string, completed_at: string | null) =>
    seen('GET /api/input/content/push/bulk/t1', { task_id: 't1', status, progress: 5, completed_at })
  const words = (...exchanges: ReturnType<typeof task>[]) => factsSeen(exchanges)['result:getTask']?.words
  const running = [task('waiting', null), task('running', null)]
  expect(words(...running, task('archived', END))).toEqual({ status: { queued: 'waiting', processing: 'running' } })
})
