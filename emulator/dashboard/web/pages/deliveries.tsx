import { readableError } from '../../../../src/base/network-errors.js'
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
import { DateTime, dayInWords, TimeOfDay } from '../parts/time.js'
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
  const subscriptions = useRecord('listSubscriptions').data?.items ?? []
  const targets = new Map(subscriptions.map(({ id, url }) => [id, url]))
  const isSubscribed = subscriptions.some(
    ({ state, events }) => state === 'active' && events.includes('content.pushed'),
  )
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
      columns={columns(targets)}
      headingOf={(row) => dayOf(timeOf(row))}
      keyOf={(row) => row.id}
      filters={
        <>
          <ChoiceField
            name="event"
            all="All events"
            options={[...EVENT_NAMES, 'test'].map((each) => [each, each] as const)}
          />
          <ChoiceField name="state" all="All states" options={DELIVERY_STATES.map((each) => [each, each] as const)} />
          <SetFilter name="subscription_id">
            {(id) => `To ${targets.get(id) ?? pages.rows[0]?.url ?? `subscription ${id}`}`}
          </SetFilter>
        </>
      }
      actions={<EmitEvent />}
      empty={
        Object.values(query).some(Boolean) ? (
          <Empty title="No delivery matches.">Clear the filters to see them all.</Empty>
        ) : (
          <Empty title="No deliveries." command={isSubscribed ? COMMANDS.trigger : COMMANDS.listen}>
            Webhooks are sent to <Link to="/subscriptions">subscriptions</Link> that include the event.
            {!isSubscribed && ' Subscribe with a local listener, for as long as it runs:'}
          </Empty>
        )
      }
      panel={(id, back) => <DeliveryPanel id={id} targets={targets} back={back} />}
    />
  )
}

/** The target of each subscription, by its id. */
type Targets = ReadonlyMap<string, string>

/** When it was first sent, or will be. */
function timeOf({ attempts, next_attempt_at }: Pick<DeliverySummary, 'attempts' | 'next_attempt_at'>): string | null {
  return attempts[0]?.at ?? next_attempt_at
}

/** One that was never sent has no day, and stays among its neighbours. */
function dayOf(at: string | null): string | undefined {
  return at === null ? undefined : dayInWords(at)
}

function columns(targets: Targets): TableColumn<DeliverySummary>[] {
  return [
    { title: 'Time', width: '7.5rem', wide: true, show: (row) => <SentAt of={row} /> },
    {
      title: 'Event',
      width: '10rem',
      narrow: 'auto',
      show: ({ id, event }) => (
        <Link keep to={`/deliveries/${id}`} className="path">
          {event}
        </Link>
      ),
      below: (row) => (
        <>
          <SentAt of={row} /> {urlOf(row, targets).replace(/^https?:\/\//, '')}
        </>
      ),
    },
    { title: 'State', width: '6.25rem', show: ({ state }) => <StateBadge word={state} /> },
    { title: 'To', spare: true, show: (row) => <Target of={row} targets={targets} /> },
    {
      title: 'Response',
      width: '9.5rem',
      narrow: '6.5rem',
      show: ({ attempts, state }) => {
        const last = attempts.at(-1)
        return last ? (
          <Answer attempt={last} />
        ) : (
          <span className="dim">{state === 'pending' ? 'none yet' : 'none'}</span>
        )
      },
    },
    { title: 'Attempts', spare: true, width: '5.5rem', numeric: true, show: ({ attempts }) => attempts.length },
    {
      title: 'Next attempt',
      spare: true,
      width: '10rem',
      show: ({ next_attempt_at }) => <DateTime at={next_attempt_at} />,
    },
  ]
}

function SentAt({ of }: { of: DeliverySummary }) {
  const at = timeOf(of)
  return at === null ? <span className="dim">never sent</span> : <TimeOfDay at={at} />
}

function urlOf(
  { subscription_id: id, url }: Pick<DeliverySummary, 'subscription_id' | 'url'>,
  targets: Targets,
): string {
  return url ?? targets.get(id) ?? `subscription ${id}`
}

/** Where it went, which leads to the subscription unless that has been deleted. */
function Target({ of, targets }: { of: Pick<DeliverySummary, 'subscription_id' | 'url'>; targets: Targets }) {
  const { subscription_id: id } = of
  const url = urlOf(of, targets)
  if (!targets.has(id)) return <span title={url}>{url}</span>
  return (
    <Link to={`/subscriptions/${id}`} title={url}>
      {url}
    </Link>
  )
}

/** What came back: a status, or why nothing did. */
function Answer({ attempt }: { attempt: DeliveryRecord['attempts'][number] }) {
  if (attempt.status !== null) return <Status status={attempt.status} />
  return (
    <span className="bad-text" title={attempt.error ?? ''}>
      {readableError(attempt.error)}
    </span>
  )
}

function DeliveryPanel({ id, targets, back }: { id: string; targets: Targets; back: string }) {
  const isOurs = ({ name, data }: { name: string; data: object }) =>
    name === 'delivery' && 'id' in data && data.id === id
  const { data, error } = useRecord('getDelivery', { params: { id } }, isOurs)
  return (
    <Panel title={data?.event ?? id} back={back}>
      {error && <Problem error={error} />}
      {!data && !error && <Loading />}
      {data && <DeliveryDetails record={data} targets={targets} />}
    </Panel>
  )
}

function DeliveryDetails({ record, targets }: { record: DeliveryRecord; targets: Targets }) {
  const { id, state, attempts } = record
  return (
    <>
      <Facts
        facts={[
          ['State', <StateBadge key="state" word={state} />],
          ['Event id', <Id key="event" value={record.event_id} />],
          ['To', <Target key="to" of={record} targets={targets} />],
          ['Delivery id', <Id key="id" value={id} />],
          ['Next attempt', <DateTime key="next" at={record.next_attempt_at} />],
          ['Signature', attempts.at(-1) ? <Id key="signature" value={attempts.at(-1)!.signature} /> : 'none yet'],
        ]}
      />
      <div className="bar">
        <ActButton
          first
          done="Sent again."
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
              <Answer attempt={attempt} />
              <span className="dim">{attempt.duration_ms.toLocaleString('en')} ms</span>
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
