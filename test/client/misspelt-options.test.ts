import { describe, expect, test } from 'vitest'
import { startEmulator } from '../../emulator/index.js'
import { createControlClient } from '../../src/client/control.js'
import { createClient } from '../../src/client/index.js'
import { pushFile } from '../../src/index.js'
import { BASE_URL, KEY, scriptedTransport } from './scripted-service.js'

function scene() {
  const { transport, requests } = scriptedTransport({ body: { items: [] } })
  const client = createClient({ baseUrl: BASE_URL, apiKey: KEY, transport })
  const control = createControlClient({ dashboardUrl: BASE_URL, transport })
  return { client, control, requests, transport }
}
type Scene = ReturnType<typeof scene>

/** What a caller without types may write, the message and the hint. */
const CALLS: [string, (scene: Scene) => unknown, string, string][] = [
  [
    'createClient',
    () => createClient({ baseUrl: BASE_URL, apikey: KEY } as never),
    'createClient has no option `apikey`',
    'Did you mean `apiKey`?',
  ],
  [
    'createControlClient',
    () => createControlClient({ dashboardUrl: BASE_URL, orgID: '2' } as never),
    'createControlClient has no option `orgID`',
    'Did you mean `orgId`?',
  ],
  [
    'an operation',
    ({ client }) => client.pushContent({ body: {}, idempotencykey: 'x' } as never),
    'pushContent has no option `idempotencykey`',
    'Did you mean `idempotencyKey`?',
  ],
  [
    'a filter beside the query',
    ({ client }) => client.listFeedback({ survey_id: '3' } as never),
    'listFeedback has no option `survey_id`',
    'It is part of `query`: listFeedback({ query: { survey_id: … } }).',
  ],
  [
    'a member beside the body',
    ({ client }) => client.createGroup({ name: 'Support' } as never),
    'createGroup has no option `name`',
    'It is part of `body`: createGroup({ body: { name: … } }).',
  ],
  [
    'a member in other words beside the body',
    ({ client }) => client.createSource({ source_title: 'Reviews' } as never),
    'createSource has no option `source_title`',
    'It is part of `body`: createSource({ body: { source_title: … } }).',
  ],
  [
    'an identifier beside the params',
    ({ client }) => client.getTask({ task_id: 'task_1' } as never),
    'getTask has no option `task_id`',
    'It is part of `params`: getTask({ params: { task_id: … } }).',
  ],
  [
    'a filter beside the query of each',
    ({ client }) => client.each.feedback({ source_id: '3' } as never),
    'each.feedback has no option `source_id`',
    'It is part of `query`: each.feedback({ query: { source_id: … } }).',
  ],
  [
    'a member beside the body of a control operation',
    ({ control }) => control.createMonitor({ threshold: 3 } as never),
    'createMonitor has no option `threshold`',
    'It is part of `body`: createMonitor({ body: { threshold: … } }).',
  ],
  [
    'a filter',
    ({ client }) => client.listFeedback({ query: { survey: '3' } } as never),
    'listFeedback has no filter `survey`',
    'Did you mean `survey_id` or `survey_series_id`?',
  ],
  [
    'call',
    ({ client }) => client.call('getMe', { singal: new AbortController().signal } as never),
    'getMe has no option `singal`',
    'Did you mean `signal`?',
  ],
  [
    'request',
    ({ client }) => client.request({ method: 'GET', path: '/me', header: {} } as never),
    'request has no option `header`',
    'Did you mean `headers`?',
  ],
  ...(['groups', 'sources', 'feedback', 'inviteRecipients'] as const).map((name): (typeof CALLS)[number] => [
    `each.${name}`,
    ({ client }) => client.each[name]({ limt: 3 } as never),
    `each.${name} has no option \`limt\``,
    'Did you mean `limit`?',
  ]),
  [
    'a filter of each',
    ({ client }) => client.each.feedback({ query: { external_ids: '3' } } as never),
    'each.feedback has no filter `external_ids`',
    'Did you mean `external_id`?',
  ],
  [
    'a control operation',
    ({ control }) => control.listRequests({ querry: {} } as never),
    'listRequests has no option `querry`',
    'Did you mean `query`?',
  ],
  [
    'each of the control client',
    ({ control }) => control.each.requests({ limits: 3 } as never),
    'each.requests has no option `limits`',
    'Did you mean `limit`?',
  ],
  [
    'pushFile',
    ({ client }) => pushFile(client, 'reviews.csv', { source: 'Reviews', chek: true } as never),
    'pushFile has no option `chek`',
    'Did you mean `check`?',
  ],
  [
    'create of pushFile',
    ({ client }) => pushFile(client, 'reviews.csv', { source: 'Reviews', create: { grup: 'Shop' } } as never),
    'the `create` of pushFile has no option `grup`',
    'Did you mean `group`?',
  ],
]

/** What is not of the kind it should be, or missing: the message and the hint. */
const WRONG: [string, (scene: Scene) => unknown, string, string | undefined][] = [
  [
    'no settings',
    () => createClient(undefined as never),
    'createClient takes options as an object, not undefined',
    expect.stringMatching(/^Options: baseUrl, apiKey, /),
  ],
  ['no base URL', () => createClient({} as never), 'the base URL is missing', 'Pass it as `baseUrl`.'],
  [
    'a setting of another kind',
    () => createClient({ baseUrl: BASE_URL, timeoutMs: '5000' } as never),
    '`timeoutMs` of createClient must be a number, not a string',
    undefined,
  ],
  ...(
    [
      [{ shard: { index: 9, count: 8 } }, '`index` of the `shard` of pushFile must be a whole number of 1 to 8, not 9'],
      [{ shard: { index: 1 } }, '`count` of the `shard` of pushFile must be a whole number of 1 or more, not 0'],
      [{ sample: -1 }, '`sample` of pushFile must be a whole number of 1 or more, not -1'],
      [{ maxItems: Number.NaN }, '`maxItems` of pushFile must be a whole number of 1 or more, not NaN'],
      [{ batchItems: 0 }, '`batchItems` of pushFile must be a whole number of 1 to 1000, not 0'],
      [{ concurrency: 65 }, '`concurrency` of pushFile must be a whole number of 1 to 64, not 65'],
      [{ dates: 'd/m/y' }, '`dates` of pushFile must be one of auto, dmy, mdy, ymd; did you mean "dmy"?'],
      [{ assume: 'perhaps' }, '`assume` of pushFile must be one of sent, lost'],
      [{ onInvalid: 'stopp' }, '`onInvalid` of pushFile must be one of skip, stop; did you mean "stop"?'],
    ] as const
  ).map(([options, message]): (typeof WRONG)[number] => [
    `pushFile with ${JSON.stringify(options)}`,
    ({ client }) => pushFile(client, 'reviews.csv', { source: 'Reviews', ...options } as never),
    message,
    undefined,
  ]),
  [
    'a query that is text',
    ({ client }) => client.listFeedback({ query: 'survey_id=3' } as never),
    '`query` of listFeedback must be an object, not a string',
    undefined,
  ],
  [
    'a part of the path that is missing',
    ({ client }) => client.getTask({ params: { id: '3' } } as never),
    '`task_id` is missing',
    "Pass it in `params`: { task_id: '…' }.",
  ],
  [
    'a part of the path that is a number',
    ({ client }) => client.getTask({ params: { task_id: 3 } } as never),
    '`task_id` must be an id as text, not 3',
    "Pass it in `params`: { task_id: '…' }.",
  ],
  [
    'an operation that is none',
    ({ client }) => client.call('getTsk' as 'getMe'),
    'the service has no operation `getTsk`',
    'Did you mean `getTask`?',
  ],
  [
    'a request without a path',
    ({ client }) => client.request({ method: 'GET' } as never),
    '`path` of request is missing',
    "Such as { method: 'GET', path: '/api/input/me' }.",
  ],
  [
    'a file for no source',
    ({ client }) => pushFile(client, 'reviews.csv', {} as never),
    '`source` of pushFile is missing',
    'Pass the id or the exact name of the source. Only `check: true` needs none.',
  ],
]

describe('what is missing, or of another kind than it should be, is named before anything is sent', () => {
  test.each(WRONG)('%s', async (_, call, message, hint) => {
    const made = scene()
    const outcome = new Promise((resolve) => resolve(call(made)))
    await expect(outcome).rejects.toMatchObject({ name: 'InputError', message, hint })
    expect(made.requests).toEqual([])
  })
})

describe('an option that a function of the library does not have is refused before anything is sent', () => {
  test.each(CALLS)('%s', async (_, call, message, hint) => {
    const made = scene()
    const outcome = new Promise((resolve) => resolve(call(made)))
    await expect(outcome).rejects.toMatchObject({ name: 'InputError', code: 'ARGUMENT_INVALID', message, hint })
    expect(made.requests).toEqual([])
  })

  test('a running emulator, or an organisation of it, may be the settings', async () => {
    const emulator = await startEmulator({ listen: false })
    const organization = await emulator.createOrganization()
    const { handle: transport } = emulator
    expect((await createControlClient({ ...emulator, transport }).listOrganizations()).items.length).toBe(2)
    const apiKey = organization.keys.test.all
    const client = createClient({ ...emulator, ...organization, apiKey, transport })
    expect((await client.getMe()).key.environment).toBe('test')
    await emulator.close()
  })

  test('the settings may have more in them, of which no name is nearly that of an option', () => {
    for (const more of [{ page: 3 }, { place: 'x' }, { retry: 2 }, { url: 'x' }, { pace: undefined, face: 1 }]) {
      expect(() => createClient({ baseUrl: BASE_URL, ...more } as never)).not.toThrow()
    }
  })

  test.each([
    ['apikey', 'apiKey'],
    ['api_key', 'apiKey'],
    ['timeoutMS', 'timeoutMs'],
    ['timeout', 'timeoutMs'],
    ['Pace', 'pace'],
    ['userAgnet', 'userAgent'],
  ])('the setting `%s` is a misspelling of `%s`', (typed, meant) => {
    const hint = `Did you mean \`${meant}\`?`
    expect(() => createClient({ baseUrl: BASE_URL, [typed]: 1 } as never)).toThrow(expect.objectContaining({ hint }))
  })

  test('one that is undefined is as if it were not there', async () => {
    const { client, requests } = scene()
    await client.listFeedback({ query: { survey: undefined } as never, singal: undefined } as never)
    expect(requests.length).toBe(1)
  })
})
