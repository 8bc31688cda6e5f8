import { describe, expect, test } from 'vitest'
import { createControlClient } from '../../src/client/control.js'
import { readEvents } from '../../src/client/event-stream.js'
import { CONTROL_IDS } from '../../src/contract/control/index.js'
import { type Reply, refuse, scriptedTransport } from './scripted-service.js'

const dashboardUrl = 'http://127.0.0.1:4601'

function open(reply: Reply) {
  const { transport, requests } = scriptedTransport(reply)
  return { control: createControlClient({ dashboardUrl, transport }), requests }
}

describe('the control client', () => {
  test('has a method for every row', () => {
    const { control } = open({})
    for (const id of CONTROL_IDS) expect(control[id]).toBeTypeOf('function')
  })

  test('speaks to the default organisation unless told otherwise', async () => {
    const { control, requests } = open({ body: { items: [] } })
    await control.listKeys()
    await control.forOrganization('7').listDeliveries({ query: { state: 'pending' } })
    await control.getOrganization({ params: { org_id: '9' } })
    await control.listOrganizations()
    expect(requests.map(({ url }) => url.slice(dashboardUrl.length))).toEqual([
      '/_emulator/orgs/1/keys',
      '/_emulator/orgs/7/deliveries?state=pending',
      '/_emulator/orgs/9',
      '/_emulator/orgs',
    ])
  })

  test('sends bodies as JSON and carries no credentials', async () => {
    const { control, requests } = open({ body: { api_key: 'x' } })
    await control.createKey({ body: { label: 'a', environment: 'test', scope: 'push' } })
    expect(JSON.parse(String(requests[0]!.body))).toEqual({ label: 'a', environment: 'test', scope: 'push' })
    expect(requests[0]!.headers).not.toHaveProperty('authorization')
  })

  test('a 204 gives nothing, a mail its text', async () => {
    expect(await open({ status: 204, body: '' }).control.revokeKey({ params: { id: 'x' } })).toBeUndefined()
    const mail = open({ headers: { 'content-type': 'message/rfc822' }, body: 'To: a@b.test\r\n\r\nhello' })
    expect(await mail.control.getMessageFile({ params: { id: 'x' } })).toBe('To: a@b.test\r\n\r\nhello')
  })

  test('a refusal is a ServiceError, the web page of the dashboard the wrong host', async () => {
    await expect(open(refuse(404, 'NOT_FOUND')).control.getKey({ params: { id: 'x' } })).rejects.toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    })
    await expect(open({ body: '<!doctype html>' }).control.getClock()).rejects.toMatchObject({ name: 'WrongHostError' })
    await expect(open({ fail: new Error('gone') }).control.getClock()).rejects.toMatchObject({
      name: 'UnreachableError',
    })
    // @ts-expect-error The types ask for the identifier, too.
    await expect(open({}).control.getKey()).rejects.toMatchObject({ name: 'InputError', code: 'ARGUMENT_INVALID' })
  })
})

describe('server-sent events', () => {
  const STREAM =
    ': hello\r\n\r\nevent: request\r\ndata: {"a":1}\r\n\r\ndata: grü\r\ndata: ße\r\n\r\nevent: unfinished\r\ndata: x'

  test('are read wherever the bytes are cut', async () => {
    const bytes = new TextEncoder().encode(STREAM)
    for (let size = 1; size <= bytes.length; size += 1) {
      const chunks = (async function* () {
        for (let start = 0; start < bytes.length; start += size) yield bytes.slice(start, start + size)
      })()
      const events = []
      for await (const event of readEvents(chunks)) events.push(event)
      expect(events).toEqual([
        { event: 'request', data: '{"a":1}' },
        { event: 'message', data: 'grü\nße' },
      ])
    }
  })
})
