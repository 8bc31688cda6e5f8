import { DELIVERY_STATES, type DeliveryRecord } from '../../../../src/contract/control/deliveries.js'
import type { DeliverySummary } from '../../../../src/contract/control/stream.js'
import { EVENT_NAMES } from '../../../../src/contract/events.js'
import { COMMANDS } from '../commands.js'
import { useLive } from '../live-events.js'
import { StateBadge, Status } from '../parts/badge.js'
import { Body, Headers } from '../parts/body.js'
import { ActButton } from '../parts/button.js'
import { CommandLine, Id } from '../parts/copy.js'
import { ChoiceField, SetFilter } from '../parts/filters.js'
import { Link } from '../parts/link.js'
import { ListView } from '../parts/list-view.js'
import { Empty, Loading, Problem } from '../parts/notes.js'
import { Facts, Panel, Section } from '../parts/panel.js'
import type { TableColumn } from '../parts/table.js'
import { DateTime } from '../parts/time.js'
import { go, hrefOf, useRoute } from '../route.js'
import { usePages } from '../use-pages.js'
import { useRecord, useReload } from '../use-record.js'
import { EmitEvent } from './emit-event.js'

/** The ledger of webhook deliveries. */
export function DeliveriesPage() {
  const { search } = useRoute()
  const query = {
    event: search.get('event') ?? '',
    state: (search.get('state') ?? '') as DeliveryRecord['state'],
    subscription_id: search.get('subscription_id') ?? '',
  }
  const pages = usePages('listDeliveries', { query: { ...query, limit: '100' } })
  useLive((events) => {
    const fresh = new Map(events.flatMap((event) => (event.name === 'delivery' ? [[event.data.id, event.data]] : [])))
    if (fresh.size > 0) pages.change((rows) => rows.map((row) => ({ ...row, ...fresh.get(row.id) })))
  })
  useReload(
    pages.reload,
    (event) => event.name === 'reload' || (event.name === 'delivery' && event.data.attempts.length === 0),
  )
  return (
    <ListView
      title="Deliveries"
      base="deliveries"
      pages={pages}
      columns={COLUMNS}
      keyOf={(row) => row.id}
      filters={
        <>
          <ChoiceField
            name="event"
            all="Every event"
            options={[...EVENT_NAMES, 'test'].map((each) => [each, each] as const)}
          />
          <ChoiceField name="state" all="Every state" options={DELIVERY_STATES.map((each) => [each, each] as const)} />
          <SetFilter name="subscription_id">{(id) => `Subscription ${id}`}</SetFilter>
        </>
      }
      actions={<EmitEvent />}
      empty={
        Object.values(query).some(Boolean) ? (
          <Empty title="No delivery matches.">Choose every event and state to see all of them.</Empty>
        ) : (
          <Empty title="No deliveries." command={COMMANDS.trigger}>
            They need a <Link to="/subscriptions">subscription</Link> that chose the event.
          </Empty>
        )
      }
      panel={(id, back) => <DeliveryPanel id={id} back={back} />}
    />
  )
}

const COLUMNS: readonly TableColumn<DeliverySummary>[] = [
  {
    title: 'Delivery',
    width: '7rem',
    show: ({ id }) => (
      <Link keep to={`/deliveries/${id}`}>
        {id}
      </Link>
    ),
  },
  { title: 'Event', show: ({ event }) => <code>{event}</code> },
  { title: 'State', width: '7rem', show: ({ state }) => <StateBadge word={state} /> },
  {
    title: 'To',
    spare: true,
    width: '5rem',
    show: ({ subscription_id }) => <Link to={`/subscriptions/${subscription_id}`}>{subscription_id}</Link>,
  },
  {
    title: 'Last answer',
    width: '9rem',
    wide: true,
    show: ({ attempts }) => {
      const last = attempts.at(-1)
      return last ? (
        last.status === null ? (
          last.error
        ) : (
          <Status status={last.status} />
        )
      ) : (
        <span className="dim">none yet</span>
      )
    },
  },
  { title: 'Attempts', spare: true, width: '5.5rem', numeric: true, show: ({ attempts }) => attempts.length },
  { title: 'Next', spare: true, width: '11.5rem', show: ({ next_attempt_at }) => <DateTime at={next_attempt_at} /> },
]

function DeliveryPanel({ id, back }: { id: string; back: string }) {
  const isOurs = ({ name, data }: { name: string; data: object }) =>
    name === 'delivery' && 'id' in data && data.id === id
  const { data, error } = useRecord('getDelivery', { params: { id } }, isOurs)
  return (
    <Panel title={data ? `${data.event} · ${id}` : id} back={back}>
      {error && <Problem error={error} />}
      {!data && !error && <Loading />}
      {data && <DeliveryDetails record={data} />}
    </Panel>
  )
}

function DeliveryDetails({ record }: { record: DeliveryRecord }) {
  const { id, state, attempts } = record
  return (
    <>
      <Facts
        facts={[
          ['State', <StateBadge key="state" word={state} />],
          ['Event id', <Id key="event" value={record.event_id} />],
          [
            'Subscription',
            <Link key="to" to={`/subscriptions/${record.subscription_id}`}>
              {record.subscription_id}
            </Link>,
          ],
          ['Next attempt', <DateTime key="next" at={record.next_attempt_at} />],
          ['Signature', attempts.at(-1) ? <Id key="signature" value={attempts.at(-1)!.signature} /> : 'none yet'],
        ]}
      />
      <div className="bar">
        <ActButton
          first
          done="Sent once more."
          act={async (call) => go(hrefOf(`/deliveries/${(await call('redeliver', { params: { id } })).id}`))}
        >
          Resend
        </ActButton>
        <CommandLine line={COMMANDS.replay(id)} />
      </div>
      <Section title={`Attempts (${attempts.length})`}>
        {attempts.length === 0 && <p className="dim">None yet.</p>}
        <ol className="attempts">
          {attempts.map((attempt) => (
            <li key={attempt.number}>
              <span>{attempt.number}</span>
              <DateTime at={attempt.at} exact />
              {attempt.status === null ? (
                <span className="bad-text">{attempt.error}</span>
              ) : (
                <Status status={attempt.status} />
              )}
              <span className="dim">{attempt.duration_ms} ms</span>
            </li>
          ))}
        </ol>
      </Section>
      <Section title="Headers">
        <Headers headers={record.headers} />
      </Section>
      <Section title="Body">
        <Body text={record.body} base64={record.body_base64} label="body of the delivery" />
      </Section>
    </>
  )
}
