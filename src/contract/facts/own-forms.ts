import type { Values } from '../assumptions/values.js'
import type { OperationId } from '../operations/index.js'
import type { Codec } from './codec.js'
import { withErasedEntries } from './erased-entries.js'
import type { Facts, Slot } from './facts.js'
import { withMappingForm } from './upload-mapping.js'

type WithForm = (codec: Codec, values: Values, facts: Facts) => Codec

/** Slots that services write in forms which no facts about single members tell: the behaviour that says how, and what it makes of a codec. */
const OWN_FORMS: Readonly<Record<string, readonly [id: string, withForm: WithForm]>> = {
  'uploadFeedback body': [
    'behaviour:upload-mapping',
    (codec, values, facts) => withMappingForm(codec, values['upload-mapping'], facts),
  ],
  'eraseFeedback result': [
    'behaviour:erase-answer',
    (codec, values) => withErasedEntries(codec, values['erase-answer']),
  ],
}

/** The form of its own that facts give a slot; undefined if they give it none. */
export function ownForm(facts: Facts, id: OperationId, slot: Slot): WithForm | undefined {
  const [behaviour, withForm] = OWN_FORMS[`${id} ${slot}`] ?? []
  return behaviour !== undefined && facts[behaviour] !== undefined ? withForm : undefined
}
