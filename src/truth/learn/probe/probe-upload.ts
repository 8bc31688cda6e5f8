import { itemIdOf, markOf } from '../conduct/own.js'
import { queryOfOwnItem } from './found.js'
import type { Probe } from './probe.js'
import { routeOfProbe } from './probe-requests.js'
import { findTaskRoute, startTask } from './tasks.js'

const NEEDS = ['body:uploadFeedback file', 'body:uploadFeedback survey_id']
const FIRST_ITEM = 901

/** A file of one row in each form that the mapping of an upload may have, where nothing tells its form; headers are no names of members. */
export async function upload(probe: Probe): Promise<void> {
  const open = probe.learned().openMappings
  const { group, source, questions } = probe.found
  const [question] = questions
  if (!open || !group || !source || !question) return
  if (!probe.knows(routeOfProbe('uploadFeedback'), ...NEEDS))
    return probe.skip('uploadFeedback', 'nothing shows its parts')
  const { 'body:uploadFeedback': parts = {} } = probe.contract().facts
  const names = { ...(parts.names as object | undefined), mapping: open.part }
  for (const [index, form] of open.forms.entries()) {
    const id = itemIdOf(probe, FIRST_ITEM + index)
    const text = `${markOf(probe)} item ${FIRST_ITEM + index} of a file`
    const body = {
      ...{ survey_series_id: group, survey_id: source },
      mapping: { fields: { [question.question_id]: 'Remark' }, external_id: 'Number' },
      file: Buffer.from(`Remark,Number\n${text},${id}\n`),
    }
    const facts = { 'behaviour:upload-mapping': form, 'body:uploadFeedback': { ...parts, names } }
    const seen = await startTask(probe, { operation: 'uploadFeedback', items: [id] }, () =>
      probe.trial('uploadFeedback', { body, facts }),
    )
    if (!seen || seen.status >= 300) continue
    const { task_id: task } = probe.payload('uploadFeedback', seen)
    if (task !== undefined) await findTaskRoute(probe, 'getUploadTask', String(task))
    probe.found.items.add(id)
    probe.found.uploads = [...probe.found.uploads, { seen, id, text }]
  }
}

/** The forms that were understood: the item of the row is there, its text and its identifier where they belong. A service takes any file at first. */
export async function findUploaded(probe: Probe): Promise<void> {
  const { uploads } = probe.found
  for (const { seen, id, text } of uploads) {
    const query = queryOfOwnItem(probe, id)
    if (!query) return probe.skip('what was uploaded', 'nothing shows how items are listed')
    const listed = await probe.trial('listFeedback', { query })
    const { items } = probe.payload('listFeedback', listed)
    const isThere = Array.isArray(items) && items.some((each) => each?.text === text && each?.external_id === id)
    if (!isThere) continue
    probe.keep(seen)
    for (const task of probe.found.tasks) if (task.items.includes(id)) probe.found.tasks.delete(task)
  }
}
