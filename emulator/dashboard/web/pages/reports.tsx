import { TRACKINGS, type Tracking } from '../../../../src/contract/records.js'
import { Badge } from '../parts/badge.js'
import { ActButton } from '../parts/button.js'
import { FormDialog } from '../parts/dialog.js'
import { SelectField } from '../parts/fields.js'
import { Empty, Problem } from '../parts/notes.js'
import { Section } from '../parts/panel.js'
import { DateTime } from '../parts/time.js'
import { useAct } from '../use-act.js'
import { useRecord } from '../use-record.js'
import { useSources } from '../use-sources.js'

/** How each group tracks feedback over time, and the report subscriptions with what they produced. */
export function Reports() {
  const { data, error } = useRecord('listReports')
  const { groups } = useSources()
  const reports = data?.items ?? []
  return (
    <>
      <TrackingSection groups={groups} />
      <Section title={`Report subscriptions (${reports.length})`} side={<NewReport groups={groups} />}>
        {error && <Problem error={error} />}
        {data && reports.length === 0 && (
          <Empty title="No report subscriptions.">
            A group that tracks feedback can report at the end of each period.
          </Empty>
        )}
        <ul className="lines">
          {reports.map(({ id, feedback_group_id, produced }) => (
            <li key={id}>
              <strong>
                {groups.find((group) => group.feedback_group_id === feedback_group_id)?.name ?? feedback_group_id}
              </strong>
              <span className="produced">
                {produced.length === 0 && <span className="dim">no reports yet</span>}
                {produced.slice(-6).map(({ report_id, period_key, produced_at }) => (
                  <span key={report_id}>
                    <Badge>{period_key}</Badge> ready <DateTime at={produced_at} />
                  </span>
                ))}
              </span>
              <ActButton small sure="End it?" act={(call) => call('deleteReport', { params: { id } })}>
                End
              </ActButton>
            </li>
          ))}
        </ul>
      </Section>
    </>
  )
}

function NewReport({ groups }: { groups: ReturnType<typeof useSources>['groups'] }) {
  return (
    <FormDialog
      small
      trigger="Subscribe"
      title="Subscribe to a group's reports"
      send="Subscribe"
      submit={async (fields, call) => {
        await call('createReport', { body: { feedback_group_id: fields.text('group') } })
        return undefined
      }}
    >
      <SelectField
        name="group"
        label="Group"
        options={groups.map(({ feedback_group_id, name }) => [feedback_group_id, name] as const)}
      />
    </FormDialog>
  )
}

function TrackingSection({ groups }: { groups: ReturnType<typeof useSources>['groups'] }) {
  const { act } = useAct()
  return (
    <Section title="Tracking over time">
      {groups.length === 0 && <p className="dim">No groups yet.</p>}
      <ul className="lines">
        {groups.map(({ feedback_group_id: id, name, tracking }) => (
          <li key={id}>
            <strong>{name}</strong>
            <select
              aria-label={`How ${name} tracks feedback`}
              value={tracking}
              onChange={({ target }) =>
                void act((call) =>
                  call('updateGroup', { params: { id }, body: { tracking: target.value as Tracking } }),
                )
              }
            >
              {TRACKINGS.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </li>
        ))}
      </ul>
    </Section>
  )
}
