import { KEY_STATES, type KeyRecord } from '../../../../src/contract/control/keys.js'
import { LIMITS } from '../../../../src/contract/limits.js'
import { ENVIRONMENTS, SCOPES } from '../../../../src/contract/scopes.js'
import { COMMANDS } from '../commands.js'
import { Badge, StateBadge, Status } from '../parts/badge.js'
import { ActButton } from '../parts/button.js'
import { CommandLine, Id } from '../parts/copy.js'
import { FormDialog } from '../parts/dialog.js'
import { Secret, SelectField, TextField } from '../parts/fields.js'
import { Link } from '../parts/link.js'
import { ListView, wholeList } from '../parts/list-view.js'
import { Empty, Loading, Problem } from '../parts/notes.js'
import { Facts, Panel, Section } from '../parts/panel.js'
import type { TableColumn } from '../parts/table.js'
import { DateTime } from '../parts/time.js'
import { useRecord } from '../use-record.js'

const follows = ({ name }: { name: string }) => name !== 'delivery' && name !== 'clock'

/** API keys: list, create, rotate, revoke, usage. */
export function KeysPage() {
  const keys = useRecord('listKeys', {}, follows)
  return (
    <ListView
      title="Keys"
      base="keys"
      pages={wholeList(keys)}
      columns={COLUMNS}
      keyOf={(row) => row.id}
      empty={<Empty title="No keys." command={COMMANDS.newKey} />}
      actions={<NewKey />}
      panel={(id, back) => <KeyPanel id={id} back={back} />}
    />
  )
}

const COLUMNS: readonly TableColumn<KeyRecord>[] = [
  { title: 'Label', show: ({ id, label }) => <Link to={`/keys/${id}`}>{label}</Link> },
  {
    title: 'Environment',
    spare: true,
    width: '7rem',
    show: ({ environment }) => <Badge tone={environment === 'live' ? 'warn' : 'plain'}>{environment}</Badge>,
  },
  { title: 'Scope', width: '6rem', show: ({ scope }) => <code>{scope}</code> },
  { title: 'Identifier', spare: true, width: '9rem', show: ({ id }) => <code>{id}</code> },
  { title: 'State', width: '6rem', show: ({ state }) => <StateBadge word={state} /> },
  {
    title: 'Requests',
    width: '6rem',
    numeric: true,
    wide: true,
    show: ({ usage }) => usage.total.toLocaleString('en'),
  },
  { title: 'Per minute', spare: true, width: '6.5rem', numeric: true, show: ({ rate_limit_per_minute: rate }) => rate },
]

function NewKey() {
  const members = useRecord('listMembers').data?.items
  return (
    <FormDialog
      first
      trigger="New key"
      title="New API key"
      send="Create key"
      submit={async (fields, call) => {
        const [rate, member] = [fields.text('rate'), fields.text('member')]
        const key = await call('createKey', {
          body: {
            label: fields.text('label'),
            environment: fields.text('environment') as KeyRecord['environment'],
            scope: fields.text('scope') as KeyRecord['scope'],
            ...(rate !== '' && { rate_limit_per_minute: Number(rate) }),
            ...(member !== '' && { member_id: member }),
          },
        })
        return <Secret label={`The key of ${key.label}.`} value={key.api_key} />
      }}
    >
      <TextField name="label" label="Label" required maxLength={255} />
      <SelectField name="environment" label="Environment" options={ENVIRONMENTS} />
      <SelectField name="scope" label="Scope" options={SCOPES} defaultValue="all" />
      <TextField
        name="rate"
        label="Requests per minute"
        type="number"
        min={1}
        hint="Leave empty for the default limit."
      />
      <SelectField
        name="member"
        label="Bound to"
        options={[['', 'no member'], ...(members ?? []).map(({ id, name }) => [id, name] as const)]}
        hint="The key stops working when the member is deactivated."
      />
    </FormDialog>
  )
}

function KeyPanel({ id, back }: { id: string; back: string }) {
  const { data, error } = useRecord('getKey', { params: { id } }, follows)
  return (
    <Panel title={data?.label ?? 'Key'} back={back}>
      {error && <Problem error={error} />}
      {!data && !error && <Loading />}
      {data && <KeyDetails record={data} />}
    </Panel>
  )
}

function KeyDetails({ record }: { record: KeyRecord }) {
  const { id, state, usage } = record
  const member = useRecord('listMembers').data?.items.find((each) => each.id === record.member_id)?.name
  return (
    <>
      <Facts
        facts={[
          ['State', <StateBadge key="state" word={state} />],
          ['Identifier', <Id key="id" value={id} />],
          ['Environment', record.environment],
          ['Scope', record.scope],
          ['Per minute', record.rate_limit_per_minute],
          ['Member', member ?? record.member_id ?? 'none'],
          ['Created', <DateTime key="at" at={record.created_at} />],
        ]}
      />
      {state !== KEY_STATES[2] && <KeyActions record={record} />}
      <Section
        title="Usage"
        side={
          <Link to="/requests" search={{ key_id: id }}>
            Show requests
          </Link>
        }
      >
        {usage.total === 0 ? (
          <p className="dim">Not used since the emulator started.</p>
        ) : (
          <ul className="lines">
            {Object.entries(usage.by_status).map(([status, count]) => (
              <li key={status}>
                <Status status={Number(status)} /> {count.toLocaleString('en')} {count === 1 ? 'request' : 'requests'}
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title="From a shell">
        <CommandLine line={COMMANDS.showKey(id)} />
      </Section>
    </>
  )
}

function EditKey({ record: { id, label, rate_limit_per_minute } }: { record: KeyRecord }) {
  return (
    <FormDialog
      trigger="Edit"
      title="Label and limit of a key"
      send="Save"
      submit={async (fields, call) => {
        const body = { label: fields.text('label'), rate_limit_per_minute: Number(fields.text('rate')) }
        await call('updateKey', { params: { id }, body })
        return undefined
      }}
    >
      <TextField name="label" label="Label" required maxLength={255} defaultValue={label} />
      <TextField
        name="rate"
        label="Requests per minute"
        type="number"
        required
        min={LIMITS.perKeyPerMinute.min}
        max={LIMITS.perKeyPerMinute.max}
        defaultValue={rate_limit_per_minute}
      />
    </FormDialog>
  )
}

function KeyActions({ record }: { record: KeyRecord }) {
  const { id, label } = record
  const params = { id }
  return (
    <div className="bar">
      <EditKey record={record} />
      <FormDialog
        trigger="Rotate"
        title={`Rotate ${label}`}
        send="Rotate"
        submit={async (_, call) => {
          const { api_key } = await call('rotateKey', { params })
          return <Secret label="The new key. The old one no longer works." value={api_key} />
        }}
      >
        <p>The id stays the same. The old key stops working at once.</p>
      </FormDialog>
      <ActButton sure="Revoke for good?" done={`${label} is revoked.`} act={(call) => call('revokeKey', { params })}>
        Revoke
      </ActButton>
    </div>
  )
}
