import { NO_COLUMN } from '../../src/contract/facts/flat-mapping.js'
import { ONLY_FIELD } from '../../src/contract/facts/upload-mapping.js'
import type { WireWords } from '../../src/contract/operation.js'
import type { BodyOf } from '../../src/contract/operations/index.js'
import type { Handler } from '../core/decision.js'
import { invalid, notFound } from '../core/refusal.js'
import { put } from '../state/change.js'
import type { Source } from '../state/state.js'
import type { Upload } from '../state/upload.js'
import { requireSource } from './find-rows.js'
import { requirePublished, takesText } from './push-checks.js'
import { queuedTask, statusUrl } from './queued-task.js'

type UploadBody = BodyOf<'uploadFeedback'>

/** Takes a CSV or XLSX file and answers before its rows are read; a task does that (UPL-1 to UPL-3). */
export const uploadFeedback: Handler<'uploadFeedback'> = ({ body }, context) => {
  const { state, words, ids, upload } = context
  const fileName = upload?.fileName ?? ''
  if (!/\.(csv|xlsx)$/i.test(fileName)) throw invalid({ file: ['must have a name that ends in .csv or .xlsx'] })
  const source = requireSource(state, body.survey_id, body.survey_series_id, words)
  const isUntold =
    context.contract.values['upload-mapping'].form !== 'fields' && body.mapping?.fields[ONLY_FIELD] !== undefined
  const onlyField = requireFields(source, isUntold ? undefined : body.mapping, words)
  requirePublished(source)
  const id = `task_${ids.next('task')}`
  const { fields: named, ...members } = body.mapping ?? { fields: null }
  const isAlone = named !== null && Object.values(named).includes(NO_COLUMN)
  const fields = isAlone ? null : isUntold ? { [onlyField]: named![ONLY_FIELD]! } : named
  const row: Upload = {
    id,
    file: upload!.name,
    fileName,
    sourceId: source.id,
    sourceReference: body.source_reference ?? null,
    fields,
    members: body.mapping && !isAlone ? members : null,
    onlyField,
    found: null,
    batchesDone: 0,
    rowsRead: 0,
    rowsRejected: 0,
    rejections: [],
    landed: {},
    tokens: 0,
  }
  return {
    answer: {
      task_id: id,
      status: 'queued',
      progress: 0,
      status_url: statusUrl(id, '/feedback/upload/{task_id}', context),
    },
    summary: `queued ${id}: a file for source ${source.id}`,
    changes: [put('uploads', id, row), ...queuedTask(id, 'upload', context)],
  }
}

/** The fields the mapping names must be there and take text; without one, `text` goes to the only field that does. */
function requireFields(source: Source, mapping: UploadBody['mapping'], words: WireWords): string {
  const noun = words === 'classic' ? 'question' : 'field'
  const open = source.fields.filter(takesText)
  if (!mapping) {
    if (open.length === 1) return String(open[0]!.id)
    throw invalid({
      mapping: [
        `is required: the source has ${open.length} ${noun}s that take text; name the column of each in mapping.fields`,
      ],
    })
  }
  const named = Object.keys(mapping.fields)
  if (named.length === 0) throw invalid({ 'mapping.fields': [`must name the header of at least one ${noun}`] })
  for (const id of named) {
    const field = source.fields.find((each) => String(each.id) === id)
    if (!field) throw notFound(noun, id.slice(0, 40))
    if (!takesText(field)) throw invalid({ [`mapping.fields.${id}`]: ['does not accept text'] })
  }
  return named[0]!
}
