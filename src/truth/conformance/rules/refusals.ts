import { LIMITS } from '../../../contract/limits.js'
import type { Exchange, Probe } from '../probe.js'
import { codeOf, errorIn, must, mustAnswer, mustRefuse, NotLooked, type Rule, refusalRule } from '../rule.js'
import { anyField, anyGroup, anyGroupId } from '../scenery.js'

type Body = Record<string, unknown>

/** Bodies that must be refused, made from one that would be fine. */
function refused(
  id: Rule['id'],
  path: string,
  base: (probe: Probe) => Promise<Body>,
  ...spoil: ((body: Body) => Body)[]
): Rule {
  return refusalRule(id, async (probe) => {
    const body = await base(probe)
    for (const change of spoil) mustRefuse(await probe.send('POST', path, { body: change(body) }))
  })
}

const without = (member: string) => (body: Body) => ({ ...body, [member]: undefined })
const withMember = (member: string, value: unknown) => (body: Body) => ({ ...body, [member]: value })
const questions = (count: number, question: object) => Array.from({ length: count }, () => question)

const GROUP = '/survey_series/create'
const SOURCE = '/survey/create'
const PUSH = '/content/push'
const BULK = '/content/push/bulk'

const newGroup = async () => ({ name: 'Conformance' })

async function newSource(probe: Probe): Promise<Body> {
  const survey_series_id = await anyGroupId(probe)
  return { survey_series_id, survey_title: 'Conformance', questions: [{ type: 'TEXT', question_text: 'Text' }] }
}

async function newPush(probe: Probe): Promise<Body> {
  const { question_id, ...source } = await anyField(probe)
  return { ...source, question: { question_id, content: ['conformance'] } }
}

async function newBulk(probe: Probe): Promise<Body> {
  const { question_id, ...source } = await anyField(probe)
  return { ...source, questions: [{ question_id, content: ['conformance'] }] }
}

const inQuestion = (member: string, value: unknown) => (body: Body) => ({
  ...body,
  question: { ...(body.question as Body), [member]: value },
})
const firstQuestion = (change: Body) => (body: Body) => ({
  ...body,
  questions: [{ ...(body.questions as Body[])[0], ...change }],
})

/** Any number that is nowhere else in the body. */
const OVERFLOW = 4.125

/** `1e999` cannot be written by JSON.stringify: a number that overflows is put into the text. */
async function sendOverflow(probe: Probe): Promise<Exchange> {
  const { question_id, ...source } = await anyField(probe)
  const body = { ...source, question: { question_id, content: [{ text: 'conformance', rating: OVERFLOW }] } }
  return probe.send('POST', PUSH, { body, rewrite: (text) => text.replace(String(OVERFLOW), '1e999') })
}

function namesItem(id: Rule['id'], path: string, word: string, other: string): Rule {
  return refusalRule(id, async (probe) => {
    const base = await newPush(probe)
    const exchange = await probe.send('POST', path, {
      body: inQuestion('content', ['a'.repeat(LIMITS.charactersPerItem + 1)])(base),
    })
    mustRefuse(exchange)
    const said = JSON.stringify([Object.keys(exchange.fields ?? {}), errorIn(exchange.json).message])
    must(said.includes(word) && !said.includes(other), `the error says ${said}`)
  })
}

/** What a service must refuse; nothing is stored unless it fails to. */
export const REFUSAL_RULES: Rule[] = [
  refused('GRP-2', GROUP, newGroup, without('name'), withMember('name', 7)),
  refused('GRP-3', GROUP, newGroup, withMember('name', 'x'), withMember('name', 'x'.repeat(256))),
  refusalRule('GRP-5', async (probe) => {
    const { name, survey_series_id: id } = await anyGroup(probe)
    const { about, status, payload } = await probe.send('POST', GROUP, { body: { name } })
    if (status === 403) throw new NotLooked('the key may not create groups')
    must(status >= 200 && status < 300 && payload.created === false, `${about}: ${status}, created ${payload.created}`)
    must(String(payload.survey_series_id) === id, `another group: ${payload.survey_series_id}`)
  }),
  refusalRule('INV-6', async (probe) => {
    const { survey_id: id } = await anyField(probe)
    const recipients = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ email: `r${index}@example.com` }))
    for (const count of [0, LIMITS.recipientsPerCall + 1]) {
      mustRefuse(
        await probe.send('POST', `/sources/${id}/invites`, { body: { recipients: recipients(count), dry_run: true } }),
      )
    }
  }),
  refusalRule('BLK-20', async (probe) => {
    const { question_id: _none, ...source } = await anyField(probe)
    const questions = [{ question_id: '999999999', content: [{ text: 'conformance', external_id: 'conformance' }] }]
    const exchange = await probe.send('POST', BULK, { body: { ...source, questions, sync: true } })
    mustAnswer(exchange, 400)
    must(codeOf(exchange) === 'PUSH_FAILED', `${exchange.about}: 400 ${codeOf(exchange)}`)
  }),
  refused('SRC-8', SOURCE, newSource, withMember('feedback_type', 'telegram')),
  refused('SRC-12', SOURCE, newSource, without('survey_series_id')),
  refused('SRC-13', SOURCE, newSource, withMember('survey_series_id', '999999999')),
  refused('SRC-14', SOURCE, newSource, without('survey_title')),
  refused('SRC-15', SOURCE, newSource, withMember('survey_title', ''), withMember('survey_title', 'x'.repeat(101))),
  refused('SRC-18', SOURCE, newSource, withMember('survey_description', 'x'.repeat(1_001))),
  refused(
    'SRC-21',
    SOURCE,
    newSource,
    withMember('questions', questions(101, { type: 'TEXT', question_text: 'Text' })),
  ),
  refused(
    'SRC-23',
    SOURCE,
    newSource,
    withMember('questions', [{ question_text: 'Text' }]),
    withMember('questions', [{ type: 'POEM', question_text: 'Text' }]),
  ),
  refused('PSH-14', PUSH, newPush, without('survey_series_id')),
  refused('PSH-15', PUSH, newPush, without('survey_id')),
  refused('PSH-16', PUSH, newPush, inQuestion('question_id', undefined)),
  refused('PSH-18', PUSH, newPush, inQuestion('content', undefined), inQuestion('content', 'text')),
  refused('PSH-21', PUSH, newPush, inQuestion('content', Array(1_001).fill('conformance'))),
  refused('PSH-23', PUSH, newPush, inQuestion('content', ['a'.repeat(10_001)])),
  refusalRule('PSH-4', async (probe) => mustRefuse(await sendOverflow(probe))),
  refusalRule('PSH-10', async (probe) => {
    const { question_id, ...source } = await anyField(probe, { mode: 'EDITING' })
    mustRefuse(
      await probe.send('POST', PUSH, { body: { ...source, question: { question_id, content: ['conformance'] } } }),
    )
  }),
  refusalRule('PSH-17', async (probe) => {
    const { question_id, ...source } = await anyField(probe, { acceptsText: false })
    mustRefuse(
      await probe.send('POST', PUSH, { body: { ...source, question: { question_id, content: ['conformance'] } } }),
    )
  }),
  refused('BLK-4', BULK, newBulk, without('survey_series_id')),
  refused('BLK-5', BULK, newBulk, without('survey_id')),
  refused('BLK-6', BULK, newBulk, without('questions')),
  refused('BLK-7', BULK, newBulk, firstQuestion({ question_id: undefined }), firstQuestion({ content: undefined })),
  refused('BLK-10', BULK, newBulk, withMember('questions', questions(101, { question_id: '1', content: ['x'] }))),
  refused('LIM-1', BULK, newBulk, firstQuestion({ content: Array(1_001).fill('conformance') })),
  refusalRule('BLK-16', async (probe) => {
    const exchange = await probe.send('POST', BULK, { body: { ...(await newBulk(probe)), sync: true } })
    mustAnswer(exchange, 400)
    must(codeOf(exchange) === 'SYNC_REQUIRES_EXTERNAL_ID', `code ${codeOf(exchange)}`)
  }),
  namesItem('VOC-7', '/feedback/push', 'field', 'question'),
  namesItem('VOC-8', PUSH, 'question', 'field'),
]
