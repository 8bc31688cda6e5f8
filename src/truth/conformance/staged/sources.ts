import { isObject } from '../../../base/is-object.js'
import { FEEDBACK_TYPES } from '../../../contract/question-types.js'
import { must, mustForbid } from '../rule.js'
import { assumedIn, entries, LISTED_FIELD } from '../scenery.js'
import {
  CREATED_FIELD,
  CREATED_SOURCE,
  createGroup,
  createSource,
  listedSource,
  post,
  requireDrafts,
  type StagedRule,
  staged,
  success,
} from './stage.js'

/** A question of a type, by its name and by its alias, and whether the listing says that it takes text. */
function questionType(id: string, words: [string, string], takesText: boolean, members: object = {}): StagedRule {
  return staged(id, async (stage) => {
    const { groupId } = await stage.scene()
    const questions = words.map((type) => ({ type, question_text: `A ${type}`, ...members }))
    const source = await createSource(stage, groupId, { questions })
    const listed = entries((await listedSource(stage, assumedIn(source, CREATED_SOURCE, 'survey_id'))).questions)
    must(listed.length === words.length, `${listed.length} questions for ${words.length}`)
    for (const { accepts_text } of listed) must(accepts_text === takesText, `accepts_text is ${accepts_text}`)
  })
}

const OPTIONS = { options: ['One', 'Two'] }

function accepted(id: string, ...each: object[]): StagedRule {
  return staged(id, async (stage) => {
    const { groupId } = await stage.scene()
    for (const members of each) await createSource(stage, groupId, { ...members })
  })
}

const titleOf = (length: number) => ({ survey_title: 'x'.repeat(length) })

/** Groups, sources and their fields, made. */
export const SOURCE_RULES: StagedRule[] = [
  staged('GRP-1', async (stage) => {
    const name = stage.unique('group')
    const { created } = success(await post(stage, '/survey_series/create', { name }))
    stage.made.groups.push(name)
    must(created === true, `created is ${created}`)
  }),
  staged('GRP-4', async (stage) => {
    const start = stage.unique('group')
    const letter = () => String.fromCharCode(97 + Math.trunc(Math.random() * 26))
    for (const name of [letter() + letter(), start.padEnd(255, 'x')]) await createGroup(stage, name)
  }),
  questionType('SRC-1', ['DEPTH_TEXT', 'long_answer'], true),
  questionType('SRC-2', ['TEXT', 'short_answer'], true),
  questionType('SRC-3', ['MCQ', 'mcq'], false, OPTIONS),
  questionType('SRC-4', ['SCQ', 'scq'], false, OPTIONS),
  questionType('SRC-5', ['RATING', 'rating'], false),
  questionType('SRC-6', ['NPS', 'nps'], false),
  accepted('SRC-7', ...FEEDBACK_TYPES.map((feedback_type) => ({ feedback_type }))),
  staged('SRC-9', async (stage) => {
    const { groupId } = await stage.scene()
    const source = await createSource(stage, groupId)
    await listedSource(stage, assumedIn(source, CREATED_SOURCE, 'survey_id'))
  }),
  staged('SRC-10', async (stage) => {
    const { groupId } = await stage.scene()
    for (const scope of ['create', 'all'] as const) await createSource(stage, groupId, {}, scope)
  }),
  accepted('SRC-16', titleOf(1), titleOf(100)),
  accepted('SRC-17', {}, { survey_description: 'x'.repeat(1_000) }),
  accepted('SRC-19', { questions: undefined }),
  accepted('SRC-20', { questions: Array.from({ length: 100 }, () => ({ type: 'TEXT', question_text: 'Text' })) }),
  accepted('SRC-22', { feedback_type: undefined }),
  staged('PUB-1', async (stage) => {
    requireDrafts(stage)
    const { groupId } = await stage.scene()
    const source = await createSource(stage, groupId)
    const [field] = entries(source.questions)
    const place = { survey_series_id: groupId, survey_id: assumedIn(source, CREATED_SOURCE, 'survey_id') }
    const push = () =>
      post(stage, '/content/push', {
        ...place,
        question: { question_id: assumedIn(field, CREATED_FIELD, 'question_id'), content: ['Published.'] },
      })
    must((await push()).status >= 400, 'a draft accepts content')
    success(await post(stage, '/survey/publish', { survey_id: place.survey_id }))
    success(await push())
    stage.made.plainItems += 1
  }),
  staged('PUB-2', async (stage) => {
    requireDrafts(stage)
    const { groupId } = await stage.scene()
    const id = assumedIn(await createSource(stage, groupId), CREATED_SOURCE, 'survey_id')
    const modeOf = async () => (await listedSource(stage, id)).mode
    must((await modeOf()) === 'EDITING', 'a new source is not a draft')
    success(await post(stage, '/survey/publish', { survey_id: id }))
    must((await modeOf()) === 'ACCESSIBLE', 'a published source is not ACCESSIBLE')
  }),
  staged('PUB-3', async (stage) => {
    const { groupId } = await stage.scene()
    for (const as of ['create', 'all'] as const) {
      const id = assumedIn(await createSource(stage, groupId), CREATED_SOURCE, 'survey_id')
      success(await post(stage, '/survey/publish', { survey_id: id }, { as }))
    }
  }),
  staged('AUT-11', async (stage) => {
    const { groupId } = await stage.scene()
    const source = await createSource(stage, groupId, {}, 'create')
    must(entries(source.questions).length > 0, 'the source has no fields')
    success(
      await post(
        stage,
        '/survey/publish',
        { survey_id: assumedIn(source, CREATED_SOURCE, 'survey_id') },
        { as: 'create' },
      ),
    )
  }),
  staged('AUT-12', async (stage) => {
    const { sourceId } = await stage.scene()
    const { probe } = stage
    for (const path of [
      '/surveys/list',
      '/feedback',
      `/sources/${sourceId}/analysis`,
      `/sources/${sourceId}/invite-template`,
    ])
      success(await probe.as('all', 'GET', path))
    if (probe.settings.clients.mcp_read) mustForbid(await probe.as('mcp_read', 'GET', '/feedback'))
  }),
  staged('VOC-1', async (stage) => {
    const name = stage.unique('group')
    const answer = await stage.probe.send('POST', '/feedback_groups/create', { body: { name } })
    stage.made.groups.push(name)
    const id = assumedIn(success(answer), 'result:createGroup', 'feedback_group_id')
    const found = entries(success(await stage.probe.get(`/surveys/list?survey_series_id=${id}`)).survey_series)
    must(found.length === 1, 'the listing does not show what the other route created')
  }),
  staged('VOC-2', async (stage) => {
    const { groupId } = await stage.scene()
    const body = { survey_series_id: groupId, survey_title: stage.unique('source') }
    const id = assumedIn(success(await post(stage, '/sources/create', body)), CREATED_SOURCE, 'source_id')
    stage.made.sources.push(body.survey_title)
    await listedSource(stage, id)
  }),
  staged('VOC-3', async (stage) => {
    const { groupId } = await stage.scene()
    const questions = [{ type: 'TEXT', question_text: 'One' }]
    const body = { survey_series_id: groupId, survey_title: stage.unique('source'), questions }
    const payload = success(await post(stage, '/sources/create', body))
    stage.made.sources.push(body.survey_title)
    const [field] = entries(payload.fields)
    must(isObject(field) && 'field_id' in field, 'the source has no fields')
    const [question] = entries((await listedSource(stage, assumedIn(payload, CREATED_SOURCE, 'source_id'))).questions)
    must(
      assumedIn(question, LISTED_FIELD, 'question_id') === assumedIn(field, CREATED_FIELD, 'field_id'),
      'the field has a different identifier as a question',
    )
  }),
]
