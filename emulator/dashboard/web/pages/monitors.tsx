import type { MonitorRecord } from '../../../../src/contract/control/monitors.js'
import { Badge } from '../parts/badge.js'
import { ActButton } from '../parts/button.js'
import { FormDialog } from '../parts/dialog.js'
import { CheckField, SelectField, TextField } from '../parts/fields.js'
import { Empty, Problem } from '../parts/notes.js'
import { Section } from '../parts/panel.js'
import { View } from '../parts/view.js'
import { useRecord } from '../use-record.js'
import { useSources } from '../use-sources.js'
import { Reports } from './reports.js'

/** Monitors, how groups track feedback over time, and the reports of their periods. */
export function MonitorsPage() {
  const { data, error } = useRecord('listMonitors')
  const monitors = data?.items ?? []
  return (
    <View title="Monitors and reports" actions={<NewMonitor />}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="page-body" tabIndex={0} aria-label="Monitors and reports, scrollable">
        <Section title={`Monitors (${monitors.length})`}>
          {error && <Problem error={error} />}
          {data && monitors.length === 0 && (
            <Empty
              title="No monitors."
              command='inpk emulator monitors create --name Refunds --query "refund" --threshold 5'
            >
              A monitor counts the items that hold its words, and raises a flag at its threshold.
            </Empty>
          )}
          <ul className="lines">
            {monitors.map((monitor) => (
              <MonitorLine key={monitor.id} monitor={monitor} />
            ))}
          </ul>
        </Section>
        <Reports />
      </section>
    </View>
  )
}

function MonitorLine({ monitor }: { monitor: MonitorRecord }) {
  const { id, name, query, threshold, match_count, alerts, source_id } = monitor
  return (
    <li>
      <strong>{name}</strong>
      <span>
        {query.map((each) => (
          <Badge key={each}>{each}</Badge>
        ))}
      </span>
      <span className="dim">{source_id === null ? 'every source' : `source ${source_id}`}</span>
      <Badge tone={match_count >= threshold ? 'bad' : 'plain'}>
        {match_count} of {threshold}
      </Badge>
      {alerts && <Badge tone="calm">alerts</Badge>}
      <ActButton small sure="Delete?" act={(call) => call('deleteMonitor', { params: { id } })}>
        Delete
      </ActButton>
    </li>
  )
}

function NewMonitor() {
  const { sources } = useSources()
  return (
    <FormDialog
      first
      trigger="New monitor"
      title="New monitor"
      send="Create monitor"
      submit={async (fields, call) => {
        await call('createMonitor', {
          body: {
            name: fields.text('name'),
            query: fields
              .text('query')
              .split(',')
              .map((each) => each.trim())
              .filter(Boolean),
            threshold: Number(fields.text('threshold')),
            source_id: fields.text('source') || null,
            alerts: fields.text('alerts') === 'on',
          },
        })
        return undefined
      }}
    >
      <TextField name="name" label="Name" required />
      <TextField name="query" label="Words" required hint='Between commas; "phrases" in quotation marks.' />
      <TextField name="threshold" label="Threshold" type="number" min={1} defaultValue={1} required />
      <SelectField
        name="source"
        label="Source"
        options={[
          ['', 'every source'],
          ...sources.map(({ source_id, source_title }) => [source_id, source_title] as const),
        ]}
      />
      <CheckField name="alerts" label="Raise flags (monitor alerts)" defaultChecked />
    </FormDialog>
  )
}
