import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { describedOperations } from '../../../src/truth/learn/evidence/describe.js'
import { learn } from '../../../src/truth/learn/learn.js'
import { factsOf } from '../../../src/truth/learn/verdicts.js'
import { learnedPlaces } from './learned-places.js'

const FOLDER = join(import.meta.dirname, '../../fixtures/descriptions')
const read = (name: string) => parse(readFileSync(join(FOLDER, name), 'utf8'))

type Places = Record<string, Record<string, string | null>>
interface Truth {
  statuses: Record<string, number>
  answers: Places
  requests: Places
  query: Places
}

const LIST = 'listSources result survey_series[]'
const QUESTION = `${LIST}.surveys[].questions[]`
/** Our member for each role of the truths, by the part of a truth and its route. */
const MEMBERS: Readonly<Record<string, string>> = {
  'answers list group.id': `${LIST}.survey_series_id`,
  'answers list group.name': `${LIST}.name`,
  'answers list source.id': `${LIST}.surveys[].survey_id`,
  'answers list source.title': `${LIST}.surveys[].survey_title`,
  'answers list source.group': `${LIST}.surveys[].survey_series_id`,
  'answers list question.id': `${QUESTION}.question_id`,
  'answers list question.text': `${QUESTION}.question_text`,
  'answers list question.type': `${QUESTION}.type`,
  'answers list question.options': `${QUESTION}.options`,
  'answers createGroup group.id': 'createGroup result survey_series_id',
  'answers createGroup group.name': 'createGroup result name',
  'answers createSource source.id': 'createSource result survey_id',
  'answers push group.id': 'pushContent result survey_series_id',
  'answers push source.id': 'pushContent result survey_id',
  'answers task id': 'getTask result task_id',
  'answers task status': 'getTask result status',
  'answers task progress': 'getTask result progress',
  'answers task inserted': 'getTask result result.inserted',
  'answers task duplicates': 'getTask result result.duplicates',
  'answers feedback items': 'listFeedback result items',
  'answers feedback id': 'listFeedback result items[].item_id',
  'answers feedback text': 'listFeedback result items[].text',
  'answers feedback source.id': 'listFeedback result items[].survey_id',
  'answers feedback question.id': 'listFeedback result items[].question_id',
  'answers feedback external_id': 'listFeedback result items[].external_id',
  'answers feedback customer_id': 'listFeedback result items[].customer_id',
  'answers feedback rating': 'listFeedback result items[].rating',
  'answers feedback occurred_at': 'listFeedback result items[].occurred_at',
  'answers feedback pushed_at': 'listFeedback result items[].created_at',
  'answers erase count': 'eraseFeedback result erased',
  'answers analysis total': 'getAnalysis result item_count',
  'answers analysis at': 'getAnalysis result analysed_at',
  'answers analysis themes': 'getAnalysis result themes',
  'answers analysis theme.name': 'getAnalysis result themes[].label',
  'answers analysis theme.count': 'getAnalysis result themes[].item_count',
  'answers analysis monitors': 'getAnalysis result monitor_matches',
  'answers analysis monitor.name': 'getAnalysis result monitor_matches[].name',
  'answers analysis monitor.count': 'getAnalysis result monitor_matches[].match_count',
  'answers template quota.used': 'getInviteTemplate result quota.used',
  'answers template quota.limit': 'getInviteTemplate result quota.limit',
  'answers send id': 'sendInvites result invite_id',
  'answers send status': 'sendInvites result status',
  'answers send previews': 'sendInvites result previews',
  'answers send preview.email': 'sendInvites result previews[].email',
  'answers invite id': 'getInvite result invite_id',
  'answers invite status': 'getInvite result status',
  'answers recipients items': 'listInviteRecipients result recipients',
  'answers recipients email': 'listInviteRecipients result recipients[].email',
  'answers recipients status': 'listInviteRecipients result recipients[].delivery_status',
  'requests createSource question.text': 'createSource body questions[].question_text',
  'requests createSource question.type': 'createSource body questions[].type',
  'requests createSource question.options': 'createSource body questions[].options',
  'requests publish source.id': 'publishSource body survey_id',
  'requests publish group.id': 'publishSource body survey_series_id',
  'requests upload source.id': 'uploadFeedback body survey_id',
  'requests send email': 'sendInvites body recipients[].email',
  'query feedback group': 'listFeedback query survey_series_id',
  'query feedback source': 'listFeedback query survey_id',
  'query feedback question': 'listFeedback query question_id',
  'query feedback external_id': 'listFeedback query external_id',
  'query feedback customer_id': 'listFeedback query customer_id',
  'query feedback since': 'listFeedback query occurred_since',
  'query feedback until': 'listFeedback query occurred_until',
  'query analysis period': 'getAnalysis query period_key',
}

/** A place as findings have it: maps are read as lists, and a bare list is at the root. */
const placeOf = (place: string) => place.replace(/\.\*/g, '[]').replace(/^\[\]/, '/[]').replace(/\[\]$/, '')

/** How many of the roles are learned of each, at least. */
test.each([
  ['fastapi.json', 62],
  ['nestjs.json', 60],
  ['spring.yaml', 50],
  ['by-hand.yaml', 11],
])('what %s says is learned from it, and nothing wrong', (name, least) => {
  const root = read(name)
  const truth: Truth = read(`${name.replace(/\.\w+$/, '')}.truth.json`)
  const from = { from: name, kind: 'description' } as const
  const places = learnedPlaces(describedOperations(root, from))
  const facts = factsOf(learn({ documents: [{ root, from }], traffic: [] }).verdicts)
  const wrong: string[] = []
  let right = 0
  for (const [role, member] of Object.entries(MEMBERS)) {
    const [part, route, what] = role.split(' ') as [keyof Truth, string, string]
    const said = (truth[part] as Places)[route]![what]
    if (said === undefined || said?.startsWith('?')) continue
    const found = places[member]
    const taken = said === null ? [] : takenBy(places, member, placeOf(said))
    wrong.push(...taken.map((other) => `${other} stands at ${said}, where ${member} does`))
    if (found === undefined && (said === null || !isDenied(facts, member))) continue
    if (said !== null && found === placeOf(said)) right += 1
    else wrong.push(`${member} stands at ${said}, learned ${found ?? 'that there is none'}`)
  }
  expect(wrong).toEqual([])
  expect(right).toBeGreaterThanOrEqual(least)
  expect(Object.keys(facts).filter((id) => id.startsWith('error:'))).toEqual([])
})

/** Other members of the same record that are said to stand where this one does. */
function takenBy(places: Readonly<Record<string, string>>, member: string, place: string): string[] {
  const slot = member.split(' ').slice(0, 2).join(' ')
  return Object.keys(places).filter(
    (other) => other !== member && other.startsWith(`${slot} `) && places[other] === place,
  )
}

/** Whether facts say that a service has no such member. */
function isDenied(facts: Record<string, Record<string, unknown>>, member: string): boolean {
  const [operation, slot, path] = member.split(' ')
  const whole = facts[`${slot}:${operation}`]?.names as Record<string, unknown> | undefined
  return facts[`${slot}:${operation}.${path}`]?.name === null || whole?.[path!] === null
}

test('an erase of one identifier of a kind is not taken for one without identifiers', () => {
  const from = { from: 'spring.yaml', kind: 'description' } as const
  const facts = factsOf(learn({ documents: [{ root: read('spring.yaml'), from }], traffic: [] }).verdicts)
  expect(facts['body:eraseFeedback']).toBeUndefined()
})

test('the question of an upload is known by any name for its identifier', () => {
  const from = { from: 'fastapi.json', kind: 'description' } as const
  const facts = factsOf(learn({ documents: [{ root: read('fastapi.json'), from }], traffic: [] }).verdicts)
  expect(facts['behaviour:upload-mapping']).toEqual({ form: 'columns', field: 'question_pk' })
})
