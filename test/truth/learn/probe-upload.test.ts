import { expect, test } from 'vitest'
import { getOrAdd } from '../../../src/base/get-or-add.js'
import { parseJson } from '../../../src/base/parse-json.js'
import { factsOf } from '../../../src/truth/learn/verdicts.js'
import type { Choices } from '../../foreign/choices.js'
import { CHOICE_A } from '../../foreign/team-a.js'
import { probed } from './probed.js'

/** A description without a word of prose. */
const withoutProse = (description: object) =>
  parseJson(JSON.stringify(description, (key, value) => (key === 'description' ? '' : value))) as never

/** What is asked by a path; undefined for a list of feedback of no source. */
const ofOneSource = (path: string) => {
  const { pathname, searchParams } = new URL(path, 'http://service')
  const isList = pathname.endsWith('/feedback') && !['survey_id', 'source'].some((name) => searchParams.has(name))
  return isList ? undefined : path
}

const mappingOf = async (
  choices: Partial<Choices>,
  writes = true,
  withPath = (path: string): string | undefined => path,
) => {
  const { learned, sent, service } = await probed(
    { ...CHOICE_A, ...choices },
    { withDescription: withoutProse, writes, withPath },
  )
  const uploads = sent.filter(({ headers }) => headers?.['content-type']?.startsWith('multipart/'))
  const left = service.state.items.filter(({ text }) => text.includes('of a file'))
  const bodies = uploads.map(({ body }) => String(body))
  return {
    bodies,
    fact: factsOf(learned.verdicts)['behaviour:upload-mapping'],
    uploads: uploads.length,
    left: left.length,
  }
}

const shown = new Map<string, ReturnType<typeof mappingOf>>()

/** What a service shows that takes mappings in this form; it is probed once for all that is asked of it. */
function shownOf(form: 'column to member' | 'list of pairs'): ReturnType<typeof mappingOf> {
  return getOrAdd(shown, form, () => mappingOf({ 'upload.form': form }))
}

test.each([
  ['column to member', 'columns'],
  ['list of pairs', 'pairs'],
] as const)('a file of one row in each form tells that of a mapping: %s', async (form, learned) => {
  const { fact, uploads, left } = await shownOf(form)
  expect(fact).toMatchObject({ form: learned })
  expect(uploads).toBe(12)
  expect(left).toBe(0)
})

test('nothing is uploaded where writes are not allowed: only the part is known that the description has for the field', async () => {
  const known = await mappingOf({ 'upload.form': 'column to member' }, false)
  expect(known).toEqual({ bodies: [], fact: { field: 'field_id' }, uploads: 0, left: 0 })
})

test.each([
  '{"column":"Remark","member":"text"}',
  '{"column":"Remark","field":"text"}',
  '{"header":"Remark","field":"text"}',
  '{"source":"Remark","target":"text"}',
  '{"from":"Remark","to":"text"}',
])('pairs are tried by what their members are mostly called: %s', async (pair) => {
  const { bodies } = await shownOf('column to member')
  expect(bodies.some((body) => body.includes(pair))).toBe(true)
})

test('what was uploaded is found in a service that lists feedback of one source alone', async () => {
  const { fact, left } = await mappingOf({ 'upload.form': 'list of pairs' }, true, ofOneSource)
  expect(fact).toMatchObject({ form: 'pairs' })
  expect(left).toBe(0)
})
