import {
  API_FAULTS,
  type FaultRecord,
  type FaultSetting,
  WEBHOOK_FAULTS,
} from '../../../../src/contract/control/faults.js'
import { OPERATION_NAMES } from '../operation-names.js'
import { ActButton } from '../parts/button.js'
import { FormDialog } from '../parts/dialog.js'
import { SelectField, TextField } from '../parts/fields.js'
import { Empty, Problem } from '../parts/notes.js'
import { Section } from '../parts/panel.js'
import { useRecord } from '../use-record.js'

const NUMBERS = ['after', 'status', 'retry_after', 'ms', 'bytes', 'window'] as const

/** The faults in force, with their hits. */
export function Faults() {
  const { data, error } = useRecord('listFaults', {}, ({ name }) => name !== 'clock')
  const faults = data?.items ?? []
  const clearAll = {
    sure: 'Clear all?',
    act: async (call: Parameters<React.ComponentProps<typeof ActButton>['act']>[0]) => {
      for (const { id } of faults) await call('deleteFault', { params: { id } })
    },
  }
  return (
    <Section
      title={`Faults (${faults.length})`}
      side={
        faults.length > 1 && (
          <ActButton small {...clearAll}>
            Clear all
          </ActButton>
        )
      }
    >
      {error && <Problem error={error} />}
      {data && faults.length === 0 && (
        <Empty
          title="Nothing is made to fail."
          command="inpk emulator faults add pushContent status --status 503 --times 2"
        >
          A fault hits so many requests and then is over: counted, never random.
        </Empty>
      )}
      <ul className="lines">
        {faults.map((fault) => (
          <FaultLine key={fault.id} fault={fault} />
        ))}
      </ul>
    </Section>
  )
}

function FaultLine({ fault }: { fault: FaultRecord }) {
  const { id, operation, kind, times, hits, ...settings } = fault
  const told = Object.entries(settings).map(([name, value]) => `${name} ${value}`)
  return (
    <li>
      <code>{id}</code>
      <strong>{operation === '*' ? 'every operation' : operation}</strong>
      <span>{[kind, ...told].join(', ')}</span>
      <span className="dim">
        {hits} of {times} hit
      </span>
      <ActButton small label={`Clear fault ${id}`} act={(call) => call('deleteFault', { params: { id } })}>
        Clear
      </ActButton>
    </li>
  )
}

/** A form for a new fault. */
export function NewFault() {
  return (
    <FormDialog
      first
      trigger="New fault"
      title="Make something fail"
      send="Add fault"
      submit={async (fields, call) => {
        const numbers = NUMBERS.flatMap((name) => (fields.text(name) === '' ? [] : [[name, Number(fields.text(name))]]))
        const code = fields.text('code')
        const body = {
          operation: fields.text('operation'),
          kind: fields.text('kind'),
          times: Number(fields.text('times')),
          ...(code === '' ? {} : { code }),
          ...Object.fromEntries(numbers),
        } as FaultSetting
        await call('createFault', { body })
        return undefined
      }}
    >
      <SelectField
        name="operation"
        label="What fails"
        options={[['*', 'every operation'], ['webhook', 'webhook attempts'], ...OPERATION_NAMES]}
      />
      <SelectField name="kind" label="How" options={[...API_FAULTS, ...WEBHOOK_FAULTS]} />
      <TextField name="times" label="How often" type="number" min={1} defaultValue={1} required />
      <details>
        <summary>More</summary>
        <TextField name="code" label="Error code" hint="for status" />
        {NUMBERS.map((name) => (
          <TextField key={name} name={name} label={name.replace('_', ' ')} type="number" min={0} />
        ))}
      </details>
    </FormDialog>
  )
}
