import { useState } from 'react'
import {
  API_FAULTS,
  FAULT_NEEDS,
  type FaultRecord,
  type FaultSetting,
  WEBHOOK_FAULTS,
} from '../../../../src/contract/control/faults.js'
import { OPERATION_NAMES } from '../operation-names.js'
import { type Fields, FormDialog } from '../parts/dialog.js'
import { AreaField, SelectField, TextField } from '../parts/fields.js'

/** A form for a new fault. */
export function NewFault() {
  return (
    <FormDialog
      first
      trigger="New fault"
      title="New fault"
      send="Add fault"
      submit={async (fields, call) => {
        await call('createFault', { body: settingOf(fields) })
        return undefined
      }}
    >
      <FaultFields />
    </FormDialog>
  )
}

type Kind = FaultRecord['kind']

/** What a field of each member says; a kind shows only those it obeys. */
const NUMBERS = {
  status: { label: 'Status', min: 200, max: 599, defaultValue: 503 },
  ms: { label: 'Milliseconds', min: 0, defaultValue: 3_000 },
  bytes: { label: 'Bytes before the cut', min: 0, defaultValue: 100 },
  window: { label: 'Deliveries to reorder', min: 2, defaultValue: 3 },
  retry_after: { label: 'Retry-After (seconds)', min: 1, defaultValue: 2 },
} as const

function FaultFields() {
  const [operation, setOperation] = useState('*')
  const [kind, setKind] = useState<Kind>('status')
  const kinds: readonly Kind[] = operation === 'webhook' ? WEBHOOK_FAULTS : API_FAULTS
  const chosen = kinds.includes(kind) ? kind : kinds[0]!
  const needed = chosen in FAULT_NEEDS ? FAULT_NEEDS[chosen as keyof typeof FAULT_NEEDS] : undefined
  return (
    <>
      <SelectField
        name="operation"
        label="What fails"
        options={[['*', 'every operation'], ['webhook', 'webhook attempts'], ...OPERATION_NAMES]}
        value={operation}
        onChange={({ target }) => setOperation(target.value)}
      />
      <SelectField
        name="kind"
        label="How"
        options={kinds}
        value={chosen}
        onChange={({ target }) => setKind(target.value as Kind)}
      />
      {needed && <TextField key={needed} name={needed} type="number" required {...NUMBERS[needed]} />}
      {chosen === 'status' && <AnswerFields />}
      <TextField name="times" label="Times" type="number" min={1} defaultValue={1} required />
      <TextField name="after" label="Skip the first" type="number" min={0} />
      <TargetFields isWebhook={operation === 'webhook'} />
    </>
  )
}

function AnswerFields() {
  return (
    <>
      <TextField name="code" label="Error code" hint="Leave empty for the default code of the status." />
      <TextField name="retry_after" label="Retry-After (seconds)" type="number" min={1} />
      <details>
        <summary>Your own response</summary>
        <AreaField name="body" label="Body" rows={3} hint="Leave empty for the default error." />
        <TextField name="content_type" label="Content type" hint="Leave empty for JSON or plain text." />
      </details>
    </>
  )
}

/** What narrows a fault down; the dialog is short without it. */
function TargetFields({ isWebhook }: { isWebhook: boolean }) {
  return (
    <details>
      <summary>Only some {isWebhook ? 'deliveries' : 'requests'}</summary>
      <TextField name="path" label="Path" placeholder="/content/push" pattern="[/*].*" hint="* stands for any text." />
      {!isWebhook && <TextField name="key_id" label="Key id" />}
      <TextField name="source_id" label="Source id" />
      <TextField name="member" label="Member of the body" placeholder="question.question_id=7" pattern="[^=]+=.*" />
    </details>
  )
}

function settingOf(fields: Fields): FaultSetting {
  const names = ['after', 'status', 'retry_after', 'ms', 'bytes', 'window']
  const numbers = names.flatMap((name) => (fields.text(name) === '' ? [] : [[name, Number(fields.text(name))]]))
  const code = fields.text('code')
  return {
    operation: fields.text('operation'),
    kind: fields.text('kind'),
    times: Number(fields.text('times')),
    ...(code !== '' && { code }),
    ...Object.fromEntries(numbers),
    ...ownAnswerOf(fields),
    ...matchOf(fields),
  } as FaultSetting
}

function ownAnswerOf(fields: Fields): Pick<FaultSetting, 'body' | 'headers'> {
  const body = fields.exact('body')
  const type = fields.text('content_type')
  return { ...(body !== '' && { body }), ...(type !== '' && { headers: { 'Content-Type': type } }) }
}

function matchOf(fields: Fields): Pick<FaultSetting, 'match'> {
  const names = ['path', 'key_id', 'source_id'].filter((name) => fields.text(name) !== '')
  const [, member, value = ''] = /^([^=]+)=(.*)$/.exec(fields.text('member')) ?? []
  const match = {
    ...Object.fromEntries(names.map((name) => [name, fields.text(name)])),
    ...(member !== undefined && { body: { [member]: value } }),
  }
  return Object.keys(match).length > 0 ? { match } : {}
}
