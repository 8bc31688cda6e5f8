import type { SubscriptionRecord } from '../../../../src/contract/control/subscriptions.js'
import { EVENT_NAMES, type EventName } from '../../../../src/contract/events.js'
import { COMMANDS } from '../commands.js'
import { Badge, StateBadge } from '../parts/badge.js'
import { ActButton } from '../parts/button.js'
import { CommandLine, Id } from '../parts/copy.js'
import { FormDialog } from '../parts/dialog.js'
import { AreaField, CheckField, Secret, TextField } from '../parts/fields.js'
import { Link } from '../parts/link.js'
import { ListView, wholeList } from '../parts/list-view.js'
import { Empty, Loading, Problem } from '../parts/notes.js'
import { Facts, Panel, Section } from '../parts/panel.js'
import type { TableColumn } from '../parts/table.js'
import { DateTime } from '../parts/time.js'
import { go, hrefOf } from '../route.js'
import { useRecord } from '../use-record.js'

/** Webhook subscriptions: targets and the events they chose. */
export function SubscriptionsPage() {
  const subscriptions = useRecord('listSubscriptions')
  return (
    <ListView
      title="Subscriptions"
      base="subscriptions"
      pages={wholeList(subscriptions)}
      columns={COLUMNS}
      keyOf={(row) => row.id}
      actions={<NewSubscription />}
      empty={
        <Empty title="No subscriptions." command={COMMANDS.listen}>
          Subscribe with a local listener, for as long as it runs:
        </Empty>
      }
      panel={(id, back) => <SubscriptionPanel id={id} back={back} />}
    />
  )
}

const COLUMNS: readonly TableColumn<SubscriptionRecord>[] = [
  {
    title: 'Target',
    show: ({ id, url }) => (
      <Link to={`/subscriptions/${id}`} title={url} className="path">
        {url}
      </Link>
    ),
    below: ({ events }) => events.join(', '),
  },
  { title: 'Events', spare: true, show: ({ events }) => <span title={events.join(', ')}>{events.join(', ')}</span> },
  { title: 'State', width: '7.5rem', show: ({ state }) => <StateBadge word={state} /> },
  { title: 'Failures', width: '5.5rem', numeric: true, wide: true, show: ({ failure_count }) => failure_count },
]

function NewSubscription() {
  return (
    <FormDialog
      first
      trigger="New subscription"
      title="New webhook subscription"
      send="Subscribe"
      submit={async (fields, call) => {
        const events = fields.all('events') as EventName[]
        const local = fields.text('local') === 'on'
        const ca = fields.text('ca')
        const body = { url: fields.text('url'), events, local, ...(ca !== '' && { ca }) }
        const { secret } = await call('createSubscription', { body })
        return <Secret label="The signing secret." value={secret} />
      }}
    >
      <TargetFields />
      <CheckField name="local" label="On this machine (loopback and http are allowed)" defaultChecked />
      <details>
        <summary>Certificate</summary>
        <AreaField name="ca" label="CA certificate of a local receiver (PEM)" />
      </details>
    </FormDialog>
  )
}

function TargetFields({ of }: { of?: SubscriptionRecord }) {
  return (
    <>
      <TextField
        name="url"
        label="Target"
        type="url"
        required
        placeholder="http://127.0.0.1:8080/hooks"
        defaultValue={of?.url}
      />
      <fieldset className="checks">
        <legend>Events</legend>
        {EVENT_NAMES.map((event) => (
          <CheckField
            key={event}
            name="events"
            label={event}
            value={event}
            defaultChecked={of === undefined || of.events.includes(event)}
          />
        ))}
      </fieldset>
    </>
  )
}

function SubscriptionPanel({ id, back }: { id: string; back: string }) {
  const { data, error } = useRecord('getSubscription', { params: { id } })
  return (
    <Panel title={data?.url ?? 'Subscription'} back={back}>
      {error && <Problem error={error} />}
      {!data && !error && <Loading />}
      {data && <SubscriptionDetails record={data} back={back} />}
    </Panel>
  )
}

function SubscriptionDetails({ record, back }: { record: SubscriptionRecord; back: string }) {
  const { id, state } = record
  return (
    <>
      <Facts
        facts={[
          ['State', <StateBadge key="state" word={state} />],
          ['Target', <Id key="url" value={record.url} />],
          ['Id', <Id key="id" value={id} />],
          ['Local', record.local ? 'yes' : 'no'],
          ['Failures', `${record.failure_count} in a row`],
          ['Created', <DateTime key="at" at={record.created_at} />],
        ]}
      />
      <Actions record={record} back={back} />
      <Section
        title={`Events (${record.events.length})`}
        side={
          <Link to="/deliveries" search={{ subscription_id: id }}>
            Show deliveries
          </Link>
        }
      >
        <p className="badges">
          {record.events.map((event) => (
            <Badge key={event}>{event}</Badge>
          ))}
        </p>
      </Section>
      <Section title="From a shell">
        <CommandLine line={COMMANDS.testSubscription(id)} />
      </Section>
    </>
  )
}

function EditSubscription({ record }: { record: SubscriptionRecord }) {
  return (
    <FormDialog
      trigger="Edit"
      title="Edit subscription"
      send="Save"
      submit={async (fields, call) => {
        const body = { url: fields.text('url'), events: fields.all('events') as EventName[] }
        await call('updateSubscription', { params: { id: record.id }, body })
        return undefined
      }}
    >
      <TargetFields of={record} />
    </FormDialog>
  )
}

function Actions({ record: { id, state, ...record }, back }: { record: SubscriptionRecord; back: string }) {
  const params = { id }
  return (
    <div className="bar">
      <ActButton
        first
        act={async (call) => go(hrefOf(`/deliveries/${(await call('testSubscription', { params })).id}`))}
      >
        Send test
      </ActButton>
      {state === 'active' ? (
        <ActButton act={(call) => call('updateSubscription', { params, body: { state: 'paused' } })}>Pause</ActButton>
      ) : (
        <ActButton act={(call) => call('updateSubscription', { params, body: { state: 'active' } })}>
          Activate
        </ActButton>
      )}
      <EditSubscription record={{ id, state, ...record }} />
      <FormDialog
        trigger="New secret"
        title="New signing secret"
        send="Regenerate"
        submit={async (_, call) => (
          <Secret label="Used from the next attempt on." value={(await call('regenerateSecret', { params })).secret} />
        )}
      >
        <p>The new secret takes effect with the next attempt.</p>
      </FormDialog>
      <ActButton
        sure="Delete for good?"
        act={async (call) => {
          await call('deleteSubscription', { params })
          go(back)
        }}
      >
        Delete
      </ActButton>
    </div>
  )
}
