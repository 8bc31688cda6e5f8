import { describe, expect, it } from 'vitest'
import { causeOf } from '../../src/explore/cause.js'
import { judge } from '../../src/explore/judge.js'
import type { Disturbance, ObservedRequest, Run } from '../../src/explore/observed.js'
import { BASELINE, disturbance, request, run } from './runs.js'

const LOST = [disturbance()]
const struck = (members: Partial<ObservedRequest> = {}) => request({ struck: [0], ...members })

function seen(members: Partial<Run>, disturbances: readonly Disturbance[] = LOST, baseline = BASELINE) {
  const observed = run(members)
  const breaches = judge(observed, baseline, disturbances)
  return {
    names: breaches.map(({ name }) => name),
    cause: breaches[0] && causeOf(breaches[0], observed, disturbances),
    texts: breaches.map(({ text }) => text).join('\n'),
  }
}

describe('what a client that follows the interface may do is no failure', () => {
  it('a push in doubt is repeated with its key', () => {
    const again = { idempotencyKey: 'k', arrivedMs: 100 }
    expect(seen({ requests: [struck({ idempotencyKey: 'k' }), request(again)] }).names).toEqual([])
  })

  it('one without a key is repeated if each of its items has an external_id', () => {
    const body = '{"question":{"content":[{"text":"one","external_id":"1"}]}}'
    expect(seen({ requests: [struck({ body }), request({ body, arrivedMs: 100 })] }).names).toEqual([])
  })

  it('it waits until Retry-After has passed; what was on its way at the refusal counts for nothing', () => {
    const refused = struck({ status: 429, retryAfter: 2, answeredMs: 10 })
    const others = [request({ body: 'other', arrivedMs: 40 }), request({ arrivedMs: 2_011 })]
    expect(seen({ requests: [refused, ...others] }, [disturbance({ kind: 'limited' })]).names).toEqual([])
  })

  it('a refusal that was lost itself binds no one', () => {
    const refused = request({ struck: [0, 1], status: 429, retryAfter: 2, answeredMs: 10, idempotencyKey: 'k' })
    const requests = [refused, request({ arrivedMs: 100, idempotencyKey: 'k' })]
    expect(seen({ requests }, [disturbance(), disturbance({ kind: 'limited' })]).names).toEqual([])
  })

  it('it may fail where the interface shows no way to recover, and after two disturbances', () => {
    const none = { exitCode: 1, settled: new Map(), atEnd: new Map() }
    expect(seen(none, [disturbance({ kind: 'key-rotated' })]).names).toEqual([])
    expect(seen(none, [disturbance({ operation: 'createSource' })]).names).toEqual([])
    expect(seen(none, [disturbance(), disturbance({ nth: 1 })]).names).toEqual([])
  })
})

describe('what may not happen', () => {
  it('a push in doubt is repeated without its key, or with another', () => {
    const twice = { settled: new Map([['item "one"', 2]]) }
    const bare = seen({ ...twice, requests: [struck(), request({ arrivedMs: 100 })] })
    expect([bare.names, bare.cause]).toEqual([['stored-twice', 'key-missing'], 'retries-without-key'])
    const requests = [struck({ idempotencyKey: 'a' }), request({ idempotencyKey: 'b', arrivedMs: 100 })]
    expect(seen({ ...twice, requests }).cause).toBe('retries-with-new-key')
  })

  it('something the command reports as done is not stored', () => {
    const requests = [struck({ operation: 'publishSource' }), request({ status: 409, arrivedMs: 50 })]
    const lost = seen({ settled: new Map(), requests }, [disturbance({ kind: 'request-lost' })])
    expect([lost.names, lost.cause]).toEqual([['lost'], 'takes-conflict-for-done'])
    expect(lost.texts).toBe('it exited with 0, but item "one" is missing')
    expect(seen({ settled: new Map() }, [disturbance({ kind: 'html' })]).cause).toBe('takes-html-for-success')
  })

  it('it ends before its task has', () => {
    const early = seen({ atEnd: new Map() }, [disturbance({ kind: 'bulk-to-task' })])
    expect([early.names, early.cause]).toEqual([['done-too-early'], 'ignores-task'])
    expect(seen({ atEnd: new Map() }, LOST, { ...BASELINE, endsSettled: false }).names).toEqual([])
  })

  it('a second request comes within the window of a refusal', () => {
    const requests = [struck({ status: 429, retryAfter: 2, answeredMs: 10 }), request({ arrivedMs: 100 })]
    const soon = seen({ requests }, [disturbance({ kind: 'limited' })])
    expect([soon.names, soon.cause]).toEqual([['too-soon'], 'ignores-retry-after'])
  })

  it('a key is sent in a URL', () => {
    const path = '/api/input/me?api_key=inpk_test_EMUaaaaaaa_(removed)'
    const leak = seen({ exitCode: 1, requests: [request({ path })] }, [disturbance({ kind: 'key-rotated' })])
    expect([leak.names, leak.cause]).toEqual([['secret-in-url'], 'key-in-url'])
  })

  it('what is wrong with the undisturbed run is told of that one, not of disturbances', () => {
    const leak = [request({ path: '/api/input/me?api_key=inpk_test_EMUaaaaaaa_(removed)' })]
    const baseline = { ...BASELINE, recorded: run({ requests: leak }) }
    expect(seen({ requests: leak }, [], baseline)).toMatchObject({ names: ['secret-in-url'], cause: 'key-in-url' })
    expect(seen({ requests: leak }, LOST, baseline).names).toEqual([])
  })

  it('a refusal that no disturbance made counts, too', () => {
    const requests = [request({ status: 429, retryAfter: 30, answeredMs: 10 }), request({ arrivedMs: 500 })]
    expect(seen({ requests }, []).names).toEqual(['too-soon'])
  })

  it('the end state is another one', () => {
    const page = struck({ operation: 'listFeedback', method: 'GET' })
    const other = seen({ stateOutput: 'two', requests: [page] })
    expect([other.names, other.cause]).toEqual([['other-end'], 'drops-page'])
    const state = { ...BASELINE, stateOutput: '2 items pushed\n' }
    expect(seen({ stateOutput: 'nothing pushed\n', requests: [page] }, LOST, state).texts).toBe(
      'it exited with 0, but --state-command prints something different from an undisturbed run: "2 items pushed" became "nothing pushed"',
    )
  })

  it('what a killed service delivers again is handled as new', () => {
    const killed = [disturbance({ kind: 'restarted' })]
    const requests = [struck({ idempotencyKey: 'k' }), request({ idempotencyKey: 'k', arrivedMs: 900 })]
    const deliveries = [{ organization: '1', event: 'content.pushed', statuses: [204] }]
    expect(seen({ requests, deliveries, stateOutput: 'pushes: 3' }, killed).cause).toBe('counts-redelivery')
    expect(seen({ requests, stateOutput: 'pushes: 3' }, killed).cause).toBe('ignores-failure')
  })

  it('it gives up, or never ends, though it could have succeeded', () => {
    expect(seen({ exitCode: 9 }).names).toEqual(['gave-up'])
    expect(seen({ exitCode: 9 }).cause).toBe('does-not-retry')
    expect(seen({ exitCode: null }, [disturbance({ kind: 'key-rotated' })]).names).toEqual(['hung'])
  })
})
