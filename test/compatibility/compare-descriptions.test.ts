import { describe, expect, test } from 'vitest'
import { describeService } from '../../src/contract/openapi.js'
import { compareDescriptions } from '../../src/truth/compatibility/compare-descriptions.js'
import { compareWithContract } from '../../src/truth/compatibility/compare-with-contract.js'
import { type Description, inlined } from './inlined.js'

function fresh(): Description {
  return inlined(describeService({ serverUrl: 'https://ingest.example.com' }))
}

/** The differences after a change of the description, as `breaking operation field kind`. */
function differencesAfter(change: (description: Description) => void): string[] {
  const changed = fresh()
  change(changed)
  return compareDescriptions(fresh(), changed).map(
    ({ breaking, operation, field, kind }) => `${breaking ? 'breaking' : 'fine'} | ${operation} | ${field} | ${kind}`,
  )
}

const ME = '/api/input/me'
const PUSH = '/api/input/content/push'
const payload = (description: Description, path: string, method: string, status = '200') =>
  description.paths[path][method].responses[status].content['application/json'].schema.properties.data
const body = (description: Description, path: string) =>
  description.paths[path].post.requestBody.content['application/json'].schema

test('a description is equal to itself', () => {
  expect(differencesAfter(() => {})).toEqual([])
})

test('a slash at the end of a path says nothing', () => {
  const slashed = differencesAfter((description) => {
    const paths = Object.entries(description.paths).map(([path, item]) => [`${path}/`, item])
    description.paths = Object.fromEntries(paths)
  })
  expect(slashed).toEqual([])
})

test('[VER-15] a wrapper in `data` is no difference, however it is composed', () => {
  const composed = differencesAfter(({ components, paths }) => {
    const media = paths[ME].get.responses['200'].content['application/json']
    components.schemas.Wrapped = media.schema
    media.schema = { allOf: [{ $ref: '#/components/schemas/Wrapped' }] }
  })
  expect(composed).toEqual([])
})

test('an operation is compared with none that has another path in the same description', () => {
  const isOf = (word: string) => (each: string) => each.includes('content/push/bulk') && each.includes(word)
  for (const mount of ['/api/input', '/api/v1']) {
    const found = differencesAfter(({ paths }) => {
      for (const path of Object.keys(paths)) if (path.startsWith(`${mount}/content/push/bulk`)) delete paths[path]
    })
    expect(found.filter(isOf('renamed'))).toEqual([])
    expect(found.filter(isOf('removed')).map((each) => each.split(' | ')[0])).toEqual(
      mount === '/api/input' ? ['breaking', 'breaking'] : ['fine', 'fine'],
    )
  }
})

describe('[VER-7] a removed or renamed field or operation is breaking', () => {
  test('an operation', () => {
    expect(differencesAfter(({ paths }) => delete paths[ME])).toEqual([`breaking | GET ${ME} |  | removed`])
  })

  test('a field of an answer, deep down; renamed it is paired with its new name', () => {
    expect(
      differencesAfter((d) => delete payload(d, ME, 'get').properties.rate_limits.properties.window_seconds),
    ).toEqual([`breaking | GET ${ME} | response 200: rate_limits.window_seconds | removed`])
    const renamed = differencesAfter((d) => {
      const { properties } = payload(d, ME, 'get')
      properties.organisation = properties.org_id
      delete properties.org_id
    })
    expect(renamed).toEqual([`breaking | GET ${ME} | response 200: org_id | renamed`])
  })

  test('a field in a list of a list', () => {
    expect(
      differencesAfter((d) => {
        const group = payload(d, '/api/input/surveys/list', 'get').properties.survey_series.items
        delete group.properties.surveys.items.properties.mode
      }),
    ).toEqual(['breaking | GET /api/input/surveys/list | response 200: survey_series[].surveys[].mode | removed'])
  })

  test('a field of a request, a query parameter, a webhook event', () => {
    expect(differencesAfter((d) => delete body(d, PUSH).properties.source_reference)).toEqual([
      `breaking | POST ${PUSH} | request: source_reference | removed`,
    ])
    expect(
      differencesAfter(({ paths }) => {
        const operation = paths['/api/input/surveys/list'].get
        operation.parameters = operation.parameters.filter(({ name }: Description) => name !== 'survey_id')
      }),
    ).toEqual(['breaking | GET /api/input/surveys/list | query survey_id | removed'])
    expect(differencesAfter(({ webhooks }) => delete webhooks['analysis.completed'])).toEqual([
      'breaking | event analysis.completed |  | removed',
    ])
  })
})

describe('[VER-8] a tightened type is breaking', () => {
  test.each<[string, (description: Description) => void, string]>([
    [
      'another type',
      (d) => {
        payload(d, ME, 'get').properties.org_id = { type: 'string' }
      },
      'response 200: org_id | type',
    ],
  ])('in an answer: %s', (_name, change, expected) => {
    expect(differencesAfter(change)).toEqual([`breaking | GET ${ME} | ${expected}`])
  })

  test.each<[string, (schema: Description) => void, string]>([
    [
      'a lower maximum',
      (schema) => {
        schema.properties.question.properties.content.maxItems = 500
      },
      'request: question.content | limit',
    ],
    [
      'a field that must be sent now',
      (schema) => {
        schema.required.push('source_reference')
      },
      'request: source_reference | required',
    ],
    [
      'a new field that must be sent',
      (schema) => {
        schema.properties.tenant = { type: 'string' }
        schema.required.push('tenant')
      },
      'request: tenant | required',
    ],
    [
      'a number where a string was fine',
      (schema) => {
        schema.properties.survey_id = { type: 'integer' }
      },
      'request: survey_id | type',
    ],
  ])('in a request: %s', (_name, change, expected) => {
    expect(differencesAfter((d) => change(body(d, PUSH)))).toEqual([`breaking | POST ${PUSH} | ${expected}`])
  })
})

test('[VER-9] another success status is breaking', () => {
  const moved = differencesAfter(({ paths }) => {
    const { responses } = paths[PUSH].post
    responses['201'] = responses['200']
    delete responses['200']
  })
  expect(moved).toEqual([
    `breaking | POST ${PUSH} | response 200 | status`,
    `fine | POST ${PUSH} | response 201 | added`,
  ])
})

test('[VER-10] a narrowed enum of a request is breaking, a wider one is fine, and so is a narrower one of an answer', () => {
  const types = (d: Description) => body(d, '/api/input/survey/create').properties.feedback_type
  const at = 'POST /api/input/survey/create | request: feedback_type'
  expect(differencesAfter((d) => types(d).enum.pop())).toEqual([`breaking | ${at} | enum`])
  expect(differencesAfter((d) => types(d).enum.push('fax'))).toEqual([`fine | ${at} | added`])
  const list = 'GET /api/input/surveys/list | response 200: survey_series[].name'
  const name = (d: Description) =>
    payload(d, '/api/input/surveys/list', 'get').properties.survey_series.items.properties.name
  expect(
    differencesAfter((d) => {
      name(d).enum = ['one']
    }),
  ).toEqual([`fine | ${list} | enum`])
})

describe('[VER-5] additions are fine', () => {
  test.each<[string, (description: Description) => void]>([
    [
      'an operation',
      ({ paths }) => {
        paths['/api/input/new'] = { get: { responses: {} } }
      },
    ],
    [
      'a field of an answer',
      (d) => {
        payload(d, ME, 'get').properties.colour = { type: 'string' }
      },
    ],
    [
      'an optional field of a request',
      (d) => {
        body(d, PUSH).properties.colour = { type: 'string' }
      },
    ],
    [
      'an optional parameter',
      ({ paths }) => {
        paths[ME].get.parameters.push({ name: 'x', in: 'query', schema: {} })
      },
    ],
    [
      'a webhook event',
      ({ webhooks }) => {
        webhooks['sun.rose'] = {}
      },
    ],
    [
      'null as well',
      (d) => {
        payload(d, ME, 'get').properties.org_id = { type: ['integer', 'null'] }
      },
    ],
    [
      'a higher limit',
      (d) => {
        body(d, PUSH).properties.question.properties.content.maxItems = 5_000
      },
    ],
    [
      'an object of any members',
      (d) => {
        payload(d, ME, 'get').properties.key = { type: 'object' }
      },
    ],
  ])('%s', (_name, change) => {
    const differences = differencesAfter(change)
    expect(differences).toHaveLength(1)
    expect(differences[0]).toMatch(/^fine/)
  })
})

test('another major version is breaking', () => {
  expect(
    differencesAfter(({ info }) => {
      info.version = '2.0.0'
    }),
  ).toEqual(['breaking | info | version | version'])
})

test('what is written in another way but says the same differs in nothing', () => {
  expect(
    differencesAfter((d) => {
      // References, other names of path parameters, other mounts, no wrapper, several types in one.
      d.components.schemas.Me = payload(d, ME, 'get')
      d.paths[ME].get.responses['200'].content['application/json'].schema = { $ref: '#/components/schemas/Me' }
      d.paths['/me'] = d.paths[ME]
      delete d.paths[ME]
      d.paths['/api/input/sources/{source_id}/analysis'] = d.paths['/api/input/sources/{id}/analysis']
      delete d.paths['/api/input/sources/{id}/analysis']
      d.components.schemas.Me.properties.org_name = { allOf: [{ type: 'string' }] }
    }),
  ).toEqual([])
})

test('a schema that refers to itself comes to an end', () => {
  const looped = fresh()
  looped.components.schemas.Loop = { type: 'object', properties: { next: { $ref: '#/components/schemas/Loop' } } }
  payload(looped, ME, 'get').properties.loop = { $ref: '#/components/schemas/Loop' }
  expect(compareDescriptions(looped, looped)).toEqual([])
  looped.components.schemas.Me = { $ref: '#/components/schemas/Me' }
  looped.paths[ME].get.responses['200'].content['application/json'].schema = { $ref: '#/components/schemas/Me' }
  expect(() => compareDescriptions(fresh(), looped)).not.toThrow()
})

test('what this project guessed is marked', () => {
  const changed = fresh()
  delete payload(changed, '/api/input/surveys/list', 'get').properties.survey_series.items.properties.name
  expect(compareDescriptions(fresh(), changed)).toMatchObject([{ assumed: true, breaking: true }])
  delete changed.paths['/api/input/feedback/upload/{task_id}']
  expect(compareDescriptions(fresh(), changed).map(({ assumed }) => assumed)).toEqual([true, true])
})

describe('what this client does not go wrong by is not breaking (P7)', () => {
  const LIST = '/api/input/surveys/list'
  test.each<[string, (description: Description) => void]>([
    [
      'null no longer, in an answer',
      (d) => {
        payload(d, ME, 'get').properties.credits = payload(d, ME, 'get').properties.credits.anyOf[0]
      },
    ],
    [
      'a word fewer in an answer',
      (d) => payload(d, '/api/input/sources/{id}/analysis', 'get').properties.analysis_status.enum.pop(),
    ],
    [
      'a member that is only shown',
      (d) => delete payload(d, LIST, 'get').properties.survey_series.items.properties.tracking,
    ],
    [
      'an identifier that is a number, whose type the interface does not show',
      (d) => {
        payload(d, '/api/input/sources/{id}/analysis', 'get').properties.analysis_id = { type: ['integer', 'null'] }
      },
    ],
    [
      'the type of a member of the key, which is free-form',
      (d) => {
        payload(d, ME, 'get').properties.key.properties.permissions = { type: 'string' }
      },
    ],
    ['a route that it does not use', (d) => delete d.paths['/api/input/feedback/push']],
    [
      'another success status that the interface does not show',
      (d) => {
        const { responses } = d.paths['/api/input/survey/create'].post
        responses['201'] = responses['200']
        delete responses['200']
      },
    ],
    [
      'a limit where the interface shows none',
      (d) => {
        body(d, '/api/input/sources/{id}/invites').properties.recipients.items.properties.email.maxLength = 200
      },
    ],
  ])('%s', (_name, change) => {
    const differences = differencesAfter(change)
    expect(differences.length).toBeGreaterThan(0)
    for (const each of differences) expect(each).toMatch(/^fine/)
  })

  test.each<[string, (description: Description) => void]>([
    ['a description that does not list itself', (d) => delete d.paths['/api/v1/openapi.json']],
    [
      'text where a query is a number',
      (d) => {
        for (const parameter of d.paths[LIST].get.parameters) parameter.schema = { type: 'string' }
      },
    ],
  ])('%s is no difference at all', (_name, change) => expect(differencesAfter(change)).toEqual([]))
})

describe('what has another name or place is paired', () => {
  const CREATE = '/api/input/survey/create'
  test.each<[string, (description: Description) => void, string]>([
    [
      'a member',
      (d) => rename(payload(d, CREATE, 'post'), 'survey_id', 'source_uuid'),
      'survey_id renamed to source_uuid',
    ],
    [
      'several at once',
      (d) => {
        rename(payload(d, CREATE, 'post'), 'survey_id', 'id')
        rename(payload(d, CREATE, 'post'), 'survey_title', 'label')
      },
      'survey_title renamed to label',
    ],
    [
      'a whole record',
      (d) => {
        const { responses } = d.paths[CREATE].post
        const record = payload(d, CREATE, 'post')
        responses['200'].content['application/json'].schema = {
          type: 'object',
          required: ['survey'],
          properties: { survey: record },
        }
      },
      ' its members moved below survey',
    ],
    [
      'an operation',
      (d) => {
        d.paths['/v2/sources/{id}/analysis'] = d.paths['/api/input/sources/{id}/analysis']
        delete d.paths['/api/input/sources/{id}/analysis']
      },
      ' moved to GET /v2/sources/{id}/analysis',
    ],
  ])('%s', (_name, change, expected) => {
    const changed = fresh()
    change(changed)
    const { differences, breaking } = compareWithContract(changed)
    expect(differences.map(({ field, message }) => `${field.replace(/^.*: /, '')} ${message}`)).toContain(expected)
    expect(differences[0]).toMatchObject({ breaking: true, kind: 'renamed' })
    expect(breaking).toBe(differences.length)
  })

  function rename(schema: Description, from: string, to: string): void {
    schema.properties[to] = schema.properties[from]
    delete schema.properties[from]
    schema.required = schema.required.map((name: string) => (name === from ? to : name))
  }
})
