import type { SubscriptionRecord } from '../../../../src/contract/control/subscriptions.js'
import { EVENT_NAMES, type EventName } from '../../../../src/contract/events.js'
import { Badge, State } from '../parts/badge.js'
import { ActButton } from '../parts/button.js'
import { CommandLine, Id } from '../parts/copy.js'
import { FormDialog } from '../parts/dialog.js'
import { CheckField, Secret, TextField } from '../parts/fields.js'
import { Link } from '../parts/link.js'
import { ListView, wholeList } from '../parts/list-view.js'
import { Empty, Loading, Problem } from '../parts/notes.js'
import { Facts, Panel, Section } from '../parts/panel.js'
import type { Column } from '../parts/table.js'
import { Time } from '../parts/time.js'
import { go, placeOf } from '../route.js'
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
        <Empty title="No subscriptions." command="inpk webhooks listen">
          A listener subscribes itself for as long as it runs.
        </Empty>
      }
      panel={(id, back) => <SubscriptionPanel id={id} back={back} />}
    />
  )
}

const COLUMNS: readonly Column<SubscriptionRecord>[] = [
  { title: 'Id', width: '4.5rem', show: ({ id }) => <Link to={`/subscriptions/${id}`}>{id}</Link> },
  { title: 'Target', show: ({ url }) => <code>{url}</code> },
  { title: 'Events', spare: true, width: '14rem', show: ({ events }) => events.join(', ') },
  { title: 'State', width: '7.5rem', show: ({ state }) => <State word={state} /> },
  { title: 'Failures', width: '5.5rem', numeric: true, show: ({ failure_count }) => failure_count },
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
        const { secret } = await call('createSubscription', { body: { url: fields.text('url'), events, local } })
        return <Secret label="The signing secret." value={secret} />
      }}
    >
      <TextField name="url" label="Target" type="url" required placeholder="https://example.org/hooks" />
      <CheckField name="local" label="On this machine (loopback and http are allowed)" />
      <fieldset className="checks">
        <legend>Events</legend>
        {EVENT_NAMES.map((event) => (
          <CheckField key={event} name="events" label={event} value={event} />
        ))}
      </fieldset>
    </FormDialog>
  )
}

function SubscriptionPanel({ id, back }: { id: string; back: string }) {
  const { data, error } = useRecord('getSubscription', { params: { id } })
  return (
    <Panel title={`Subscription ${id}`} back={back}>
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
          ['State', <State key="state" word={state} />],
          ['Target', <Id key="url" value={record.url} />],
          ['Local', record.local ? 'yes' : 'no'],
          ['Failures', `${record.failure_count} in a row`],
          ['Created', <Time key="at" at={record.created_at} />],
        ]}
      />
      <Actions id={id} state={state} back={back} />
      <Section
        title={`Events (${record.events.length})`}
        side={
          <Link to="/deliveries" search={{ subscription_id: id }}>
            Its deliveries
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
        <CommandLine line={`inpk emulator subscriptions test ${id}`} />
      </Section>
    </>
  )
}

function Actions({ id, state, back }: { id: string; state: SubscriptionRecord['state']; back: string }) {
  const params = { id }
  return (
    <div className="bar">
      <ActButton
        first
        act={async (call) => go(placeOf(`/deliveries/${(await call('testSubscription', { params })).id}`))}
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
      <FormDialog
        trigger="New secret"
        title="New signing secret"
        send="Regenerate"
        submit={async (_, call) => (
          <Secret label="Used from the next attempt on." value={(await call('regenerateSecret', { params })).secret} />
        )}
      >
        <p>Attempts are signed with the new secret from the next one on.</p>
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
