import type { ConnectionRecord } from '../../../../src/contract/control/connections.js'
import type { MemberRecord } from '../../../../src/contract/control/members.js'
import { BASE_URL } from '../base-url.js'
import { StateBadge } from '../parts/badge.js'
import { ActButton } from '../parts/button.js'
import { Id } from '../parts/copy.js'
import { FormDialog } from '../parts/dialog.js'
import { SelectField, TextField } from '../parts/fields.js'
import { Empty, Problem } from '../parts/notes.js'
import { Section } from '../parts/panel.js'
import { DateTime } from '../parts/time.js'
import { View } from '../parts/view.js'
import { useRecord } from '../use-record.js'

/** AI assistants that signed in or want to, and the members they act for. */
export function ConnectionsPage() {
  const connections = useRecord('listConnections')
  const members = useRecord('listMembers')
  return (
    <View title="Connections and members" actions={<NewMember />}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="page-body" tabIndex={0} aria-label="Connections and members, scrollable">
        <Section title={`Connections (${connections.data?.items.length ?? 0})`}>
          {connections.error && <Problem error={connections.error} />}
          {connections.data?.items.length === 0 && (
            <Empty title="No assistants connected.">
              Add <Id value={`${BASE_URL}/mcp`} /> to an assistant that speaks MCP. Its request to sign in appears here
              for approval.
            </Empty>
          )}
          <ul className="lines">
            {connections.data?.items.map((connection) => (
              <ConnectionLine key={connection.id} connection={connection} members={members.data?.items ?? []} />
            ))}
          </ul>
        </Section>
        <Section title={`Members (${members.data?.items.length ?? 0})`}>
          {members.error && <Problem error={members.error} />}
          <ul className="lines">
            {members.data?.items.map((member) => (
              <MemberLine key={member.id} member={member} />
            ))}
          </ul>
        </Section>
      </section>
    </View>
  )
}

function ConnectionLine({ connection, members }: { connection: ConnectionRecord; members: readonly MemberRecord[] }) {
  const { id, client_name, state, member_id, request_id, created_at } = connection
  const member = members.find((each) => each.id === member_id)
  return (
    <li>
      <strong>{client_name}</strong>
      <StateBadge word={state} />
      <span className="dim">{member ? `acts for ${member.name}` : ''}</span>
      <DateTime at={created_at} />
      {state === 'requested' && request_id !== null && (
        <Approve name={client_name} requestId={request_id} members={members} />
      )}
      {state === 'approved' && (
        <ActButton small sure="End it?" act={(call) => call('revokeConnection', { params: { id } })}>
          Revoke
        </ActButton>
      )}
    </li>
  )
}

function Approve({ name, requestId, members }: { name: string; requestId: string; members: readonly MemberRecord[] }) {
  return (
    <FormDialog
      small
      trigger="Approve…"
      title={`Approve ${name}?`}
      send="Approve"
      submit={async (fields, call) => {
        await call('approveConnection', { body: { request_id: requestId, member_id: fields.text('member') } })
        return undefined
      }}
    >
      <SelectField
        name="member"
        label="Acts for"
        options={members.filter(({ active }) => active).map(({ id, name: shown }) => [id, shown] as const)}
      />
    </FormDialog>
  )
}

function MemberLine({ member: { id, name, email, active } }: { member: MemberRecord }) {
  return (
    <li>
      <strong>{name}</strong>
      <span>{email}</span>
      <StateBadge word={active ? 'active' : 'stopped'} />
      <ActButton
        small
        {...(active && { sure: 'Deactivate?' })}
        act={(call) => call('updateMember', { params: { id }, body: { active: !active } })}
      >
        {active ? 'Deactivate' : 'Activate'}
      </ActButton>
    </li>
  )
}

function NewMember() {
  return (
    <FormDialog
      first
      trigger="New member"
      title="New member"
      send="Add member"
      submit={async (fields, call) => {
        await call('createMember', { body: { name: fields.text('name'), email: fields.text('email') } })
        return undefined
      }}
    >
      <TextField name="name" label="Name" required />
      <TextField name="email" label="Email" type="email" required />
    </FormDialog>
  )
}
