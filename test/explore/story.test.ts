import { expect, it } from 'vitest'
import { differingLines } from '../../src/explore/end-state.js'
import { judge } from '../../src/explore/judge.js'
import type { Disturbance, Run } from '../../src/explore/observed.js'
import { tellStory } from '../../src/explore/story.js'
import { BASELINE, disturbance, request, run } from './runs.js'

const LIMITED = disturbance({ kind: 'limited' })
const refused = request({ struck: [0], status: 429, retryAfter: 2 })
const again = (arrivedMs: number, status: number) => request({ arrivedMs, status })

/** The lines between what was done and what is wrong. */
function told(members: Partial<Run>, disturbances: readonly Disturbance[] = [LIMITED]): string[] {
  const observed = run(members)
  const lines = tellStory(judge(observed, BASELINE, disturbances), observed, disturbances)
  return lines.slice(2, lines.indexOf('The command exited with 0.'))
}

it('requests in a row that are alike are one line', () => {
  const sent = [101, 201, 301, 401, 501, 601].map((ms) => again(ms, 429))
  expect(told({ requests: [refused, ...sent, again(1_901, 200), again(1_951, 200)] })).toEqual([
    '0.1 s later it sent the same request again, without an Idempotency-Key, and got 429; 5 more times until 0.6 s.',
    '1.9 s later it sent the same request again, without an Idempotency-Key, and got 200; again at 1.9 s.',
  ])
})

it('at most five lines tell what was sent; the requests of the others are counted', () => {
  const sent = [1, 2, 3, 4, 5, 6, 7].map((place) =>
    request({ arrivedMs: place * 100 + 1, path: `/api/input/${place}` }),
  )
  const lines = told({ requests: [refused, ...sent, request({ arrivedMs: 801, path: '/api/input/7' })] })
  expect(lines).toHaveLength(6)
  expect(lines.at(-1)).toBe('3 more requests followed.')
})

it('of a webhook it names the event, and what the receiver answered', () => {
  const respelled = disturbance({ kind: 'webhook-respelled', operation: 'webhook' })
  const other = { stateOutput: 'pushes: 0' }
  const storyOf = (statuses: (number | null)[]) => {
    const observed = run({ ...other, deliveries: [{ organization: '1', event: 'content.pushed', statuses }] })
    return tellStory(judge(observed, BASELINE, [respelled]), observed, [respelled])
  }
  expect(storyOf([401]).slice(0, 3)).toEqual([
    'The service sent the 1st webhook delivery (content.pushed).',
    'Then its JSON had different white space and escapes, and was signed as it was sent.',
    'The receiver answered 401.',
  ])
  expect(storyOf([204, null])).toContain('The receiver answered 204, then not at all.')
  expect(storyOf([])).not.toContainEqual(expect.stringContaining('The receiver'))
})

it('an output that is missing, or ends before the other does, has nothing there', () => {
  expect(differingLines('Friendly staff.\n', '')).toEqual(['"Friendly staff."', 'nothing'])
  expect(differingLines('one\n', 'one\ntwo\n')).toEqual(['nothing', '"two"'])
  expect(differingLines(undefined, 'one')).toEqual(['nothing', '"one"'])
  expect(differingLines('\n', 'one\n')).toEqual(['""', '"one"'])
  expect(differingLines('one\n', 'one')).toEqual(['"one" and a line end', '"one"'])
})
