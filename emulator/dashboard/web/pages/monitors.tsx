import type { MonitorRecord } from '../../../../src/contract/control/monitors.js'
import { COMMANDS } from '../commands.js'
import { Badge } from '../parts/badge.js'
import { ActButton } from '../parts/button.js'
import { FormDialog } from '../parts/dialog.js'
import { AreaField, CheckField, SelectField, TextField } from '../parts/fields.js'
import { Empty, Problem } from '../parts/notes.js'
import { Section } from '../parts/panel.js'
import { View } from '../parts/view.js'
import { useRecord } from '../use-record.js'
import { sourceOption, useSources } from '../use-sources.js'
import { Reports } from './reports.js'

/** Monitors, how groups track feedback over time, and the reports of their periods. */
export function MonitorsPage() {
  const { data, error } = useRecord('listMonitors')
  const { sources } = useSources()
  const monitors = data?.items ?? []
  return (
    <View title="Monitors and reports" actions={<MonitorForm />}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="page-body" tabIndex={0} aria-label="Monitors and reports, scrollable">
        <Section title={`Monitors (${monitors.length})`}>
          {error && <Problem error={error} />}
          {data && monitors.length === 0 && (
            <Empty title="No monitors." command={COMMANDS.newMonitor}>
              A monitor counts the items that contain its words, and raises a flag at its threshold.
            </Empty>
          )}
          <ul className="lines">
            {monitors.map((monitor) => (
              <MonitorLine
                key={monitor.id}
                monitor={monitor}
                source={sources.find(({ source_id }) => source_id === monitor.source_id)?.source_title}
              />
            ))}
          </ul>
        </Section>
        <Reports />
      </section>
    </View>
  )
}

function MonitorLine({ monitor, source }: { monitor: MonitorRecord; source: string | undefined }) {
  const { id, name, query, threshold, match_count, alerts, source_id } = monitor
  return (
    <li>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      <span className="badges">
        {query.map((each) => (
          <Badge key={each}>{each}</Badge>
        ))}
      </span>
      <span className="dim">{source_id === null ? 'every source' : (source ?? `source ${source_id}`)}</span>
      <Badge tone={match_count >= threshold ? 'bad' : 'plain'}>
        {match_count.toLocaleString('en')} {match_count === 1 ? 'match' : 'matches'}
      </Badge>
      <span className="dim">threshold {threshold.toLocaleString('en')}</span>
      {alerts && <Badge tone="calm">alerts</Badge>}
      <span className="buttons">
        <MonitorForm monitor={monitor} />
        <ActButton
          small
          sure="Delete?"
          label={`Delete ${name}`}
          act={(call) => call('deleteMonitor', { params: { id } })}
        >
          Delete
        </ActButton>
      </span>
    </li>
  )
}

/** A new monitor, or one that is there. */
function MonitorForm({ monitor }: { monitor?: MonitorRecord }) {
  return (
    <FormDialog
      {...(monitor ? { small: true, label: `Edit ${monitor.name}` } : { first: true })}
      trigger={monitor ? 'Edit' : 'New monitor'}
      title={monitor ? 'Edit monitor' : 'New monitor'}
      send={monitor ? 'Save' : 'Create monitor'}
      submit={async (fields, call) => {
        const words = fields.text('query').split('\n')
        const body = {
          name: fields.text('name'),
          query: words.map((each) => each.trim()).filter(Boolean),
          threshold: Number(fields.text('threshold')),
          source_id: fields.text('source') || null,
          alerts: fields.text('alerts') === 'on',
        }
        if (monitor) await call('updateMonitor', { params: { id: monitor.id }, body })
        else await call('createMonitor', { body })
        return undefined
      }}
    >
      <MonitorFields of={monitor} />
    </FormDialog>
  )
}

function MonitorFields({ of }: { of: MonitorRecord | undefined }) {
  const { sources } = useSources()
  return (
    <>
      <TextField name="name" label="Name" required maxLength={255} defaultValue={of?.name} />
      <AreaField
        name="query"
        label="Words or phrases"
        required
        rows={3}
        placeholder="refund"
        hint="One per line."
        defaultValue={of?.query.join('\n')}
      />
      <TextField name="threshold" label="Threshold" type="number" min={1} defaultValue={of?.threshold ?? 1} required />
      <SelectField
        // Its choices come later than the form.
        key={sources.length}
        name="source"
        label="Source"
        options={[['', 'every source'], ...sources.map(sourceOption)]}
        defaultValue={of?.source_id ?? ''}
      />
      <CheckField name="alerts" label="Raise flags (monitor alerts)" defaultChecked={of?.alerts ?? true} />
    </>
  )
}
