import { describeFault, describeMatch } from '../../../../src/contract/control/fault-words.js'
import type { FaultRecord } from '../../../../src/contract/control/faults.js'
import { COMMANDS } from '../commands.js'
import { ActButton } from '../parts/button.js'
import { Empty, Problem } from '../parts/notes.js'
import { Section } from '../parts/panel.js'
import { useRecord } from '../use-record.js'

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
        <Empty title="No faults." command={COMMANDS.newFault}>
          A fault hits a set number of requests, then ends.
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
  const { id, operation, times, hits, match, after = 0 } = fault
  return (
    <li>
      <code>{id}</code>
      <strong>{operation === '*' ? 'every operation' : operation}</strong>
      <span>{describeFault(fault)}</span>
      {match && <span>only {describeMatch(match)}</span>}
      {after > 0 && <span>after the first {after.toLocaleString('en')}</span>}
      <span className="dim">
        {hits.toLocaleString('en')} of {times.toLocaleString('en')} used
      </span>
      <ActButton small label={`Clear fault ${id}`} act={(call) => call('deleteFault', { params: { id } })}>
        Clear
      </ActButton>
    </li>
  )
}
