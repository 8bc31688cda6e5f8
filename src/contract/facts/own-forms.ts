import type { Values } from '../assumptions/values.js'
import type { OperationId } from '../operations/index.js'
import type { Codec } from './codec.js'
import { withEraseTask } from './erase-task.js'
import { withErasedEntries } from './erased-entries.js'
import { withErasedKinds } from './erased-kinds.js'
import type { Facts, Slot } from './facts.js'
import { withInviteEntries } from './invite-entries.js'
import { withFileAsText } from './upload-file.js'
import { withMappingForm } from './upload-mapping.js'

type WithForm = (codec: Codec, values: Values, facts: Facts) => Codec

/** Slots that services write in forms which no facts about single members tell: the behaviours that say how, and what each makes of a codec. */
const OWN_FORMS: Readonly<Record<string, readonly (readonly [id: string, withForm: WithForm])[]>> = {
  'uploadFeedback body': [
    ['behaviour:upload-mapping', (codec, values, facts) => withMappingForm(codec, values['upload-mapping'], facts)],
    ['behaviour:upload-file', (codec, values) => withFileAsText(codec, values['upload-file'])],
  ],
  'sendInvites result': [
    ['behaviour:invite-answer', (codec, values) => withInviteEntries(codec, values['invite-answer'])],
  ],
  'eraseFeedback result': [
    [
      'behaviour:erase-answer',
      (codec, values) => withErasedKinds(withErasedEntries(codec, values['erase-answer']), values['erase-answer']),
    ],
    ['behaviour:erase-task', (codec, values) => withEraseTask(codec, values['erase-task'])],
  ],
}

/** The form of its own that facts give a slot; undefined if they give it none. */
export function ownForm(facts: Facts, id: OperationId, slot: Slot): WithForm | undefined {
  const forms = (OWN_FORMS[`${id} ${slot}`] ?? []).filter(([behaviour]) => facts[behaviour] !== undefined)
  if (forms.length === 0) return undefined
  return (codec, values, all) => forms.reduce((whole, [, withForm]) => withForm(whole, values, all), codec)
}
