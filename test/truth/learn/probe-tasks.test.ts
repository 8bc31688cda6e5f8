import { expect, test } from 'vitest'
import { probe } from '../../../src/truth/learn/probe/probe.js'
import { findTaskRoute } from '../../../src/truth/learn/probe/tasks.js'
import type { ForeignService } from '../../foreign/service.js'
import { CHOICE_A } from '../../foreign/team-a.js'
import { createWorld } from '../../foreign/world.js'
import { NOW } from './probed.js'

/** Probes a service that stores what a task has so much later; whether it breaks down after a bulk push, or knows of no task. */
async function probeLate(laterMs: number, { fails = false, isUnknown = false } = {}) {
  const { service } = createWorld(CHOICE_A, { now: () => NOW })
  const late: {
    at: number
    items: ForeignService['state']['items']
    task: ForeignService['state']['tasks'][number]
  }[] = []
  let clock = 0
  let isDown = false
  const pass = (ms: number) => {
    clock += ms
    for (const each of late.filter(({ at }) => at <= clock)) {
      service.state.items.push(...each.items.splice(0))
      each.task.reads = Math.max(each.task.reads, 2)
    }
  }
  const handle = ({ method, path, body, headers, anonymous }: Parameters<Parameters<typeof probe>[1]['send']>[0]) => {
    const [items, tasks] = [service.state.items.length, service.state.tasks.length]
    for (const { at, task } of late) if (at > clock) task.reads = 0
    if (isUnknown && method === 'GET' && path.includes('/jobs/'))
      return { status: 404, headers: {}, body: Buffer.from('{}') }
    const own: Record<string, string> = anonymous ? {} : { authorization: `Bearer ${service.keyWith('all')}` }
    const answer = service.handle({
      method,
      path,
      headers: { ...own, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: Buffer.from(body) }),
    })
    const task = service.state.tasks[tasks]
    if (task) late.push({ at: clock + laterMs, items: service.state.items.splice(items), task })
    return { status: answer.status, headers: answer.headers, body: Buffer.from(JSON.stringify(answer.body)) }
  }
  const sendLast = async (request: Parameters<typeof handle>[0]) => handle(request)
  const { left } = await probe(
    { documents: [{ root: service.describe(), from: { from: 'openapi.json', kind: 'description' } }], traffic: [] },
    {
      writes: true,
      now: NOW,
      wait: async (ms) => pass(ms),
      sendLast,
      send: async (request) => {
        if (isDown) throw new Error('down')
        isDown = fails && late.length > 0
        return handle(request)
      },
    },
  )
  const waited = clock
  pass(3_600_000)
  const stay = service.state.items.filter(({ text }) => text.startsWith('inpk probe'))
  return { left, stay: [...new Set(stay.map(({ externalId }) => externalId as string))], tasks: late.length, waited }
}

test.each([
  ['all goes well', false],
  ['the service fails half way', true],
])('items of a task that takes five seconds are erased after it has ended, where %s', async (_, fails) => {
  const { left, stay, tasks } = await probeLate(5_000, { fails })
  expect(tasks).toBeGreaterThan(0)
  expect(stay).toEqual([])
  expect(left.filter((each) => /\bitems?\b|task/.test(each))).toEqual([])
})

test('what a task stores after it was waited for long enough is named, every item', async () => {
  const { left, stay } = await probeLate(600_000)
  expect(stay.length).toBeGreaterThan(0)
  const named = left.filter((each) => each.includes('task')).join(' ')
  expect(stay.filter((id) => !named.includes(id))).toEqual([])
})

test('a task that the service does not know is not waited for', async () => {
  const { tasks, waited } = await probeLate(60_000, { isUnknown: true })
  expect(tasks).toBeGreaterThan(0)
  expect(waited).toBeLessThan(20_000)
})

test('of several addresses that may have a task the only one that has it is kept', async () => {
  const kept = async (...having: string[]) => {
    const paths: string[] = []
    await findTaskRoute(
      {
        candidatesOf: () => [': GET /api/jobs/{job_id}', ': GET /api/tasks/{task_id}', ': GET /api/{a}/tasks/{b}'],
        sendTrial: async ({ path }: { path: string }) => ({ path, status: having.includes(path) ? 200 : 404 }),
        keep: ({ path }: { path: string }) => void paths.push(path),
      } as never,
      'getTask',
      't 1',
    )
    return paths
  }
  expect(await kept('/api/tasks/t%201')).toEqual(['/api/tasks/t%201'])
  expect(await kept('/api/tasks/t%201', '/api/jobs/t%201')).toEqual([])
  expect(await kept()).toEqual([])
})
