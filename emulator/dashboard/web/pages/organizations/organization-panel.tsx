import { ENVIRONMENTS, SCOPES } from '../../../../../src/contract/scopes.js'
import { DEFAULT_ORG, useOrgId } from '../../org-id.js'
import { ActButton } from '../../parts/button.js'
import { Id } from '../../parts/copy.js'
import { FormDialog } from '../../parts/dialog.js'
import { Link } from '../../parts/link.js'
import { Loading } from '../../parts/notes.js'
import { Facts, Panel, Section } from '../../parts/panel.js'
import { DateTime } from '../../parts/time.js'
import { go } from '../../route.js'
import { type OrganizationListed, planInWords, SettingsFields, settingsOf } from './settings.js'

interface PanelProps {
  organization: OrganizationListed | undefined
  isLoaded: boolean
  reload(): void
  back: string
}

/** One organisation: its settings, its keys, and its end. */
export function OrganizationPanel({ organization, isLoaded, reload, back }: PanelProps) {
  if (!organization) {
    return (
      <Panel title="Organisation" back={back}>
        {isLoaded ? <p className="dim">This organisation does not exist.</p> : <Loading />}
      </Panel>
    )
  }
  const { org_id: id, name, clock, keys } = organization
  return (
    <Panel title={<bdi>{name}</bdi>} back={back}>
      <Facts
        facts={[
          ['Id', <Id key="id" value={id} />],
          ['Plan', planInWords(organization.plan)],
          ['Rate limits', organization.rate_limits ? `${organization.per_org_per_minute} per minute` : 'off'],
          ['Invites per month', organization.invite_quota ?? 'unlimited'],
          ['Clock', `${clock.mode}, ${clock.now.slice(0, 19).replace('T', ' ')}`],
          ['Random seed', organization.random_seed ?? 'none'],
          ['Created', <DateTime key="at" at={organization.created_at} />],
        ]}
      />
      <Actions organization={organization} reload={reload} back={back} />
      {keys && (
        <Section title="Well-known keys">
          <Facts
            facts={ENVIRONMENTS.flatMap((environment) =>
              SCOPES.map((scope) => {
                const value = keys[environment][scope]
                return [`${environment} ${scope}`, <Id key={value} value={value} />] as const
              }),
            )}
          />
        </Section>
      )}
    </Panel>
  )
}

function Actions({ organization, reload, back }: { organization: OrganizationListed; reload(): void; back: string }) {
  const { org_id: id, name } = organization
  const shown = useOrgId()
  return (
    <div className="bar">
      {id !== shown && (
        <Link className="button first" to="/requests" search={{ org: id === DEFAULT_ORG ? '' : id }}>
          Show this organisation
        </Link>
      )}
      <FormDialog
        trigger="Settings…"
        title={`Settings of ${name.slice(0, 60)}`}
        send="Save"
        submit={async (fields, call) => {
          await call('updateOrganization', { params: { org_id: id }, body: settingsOf(fields) })
          reload()
          return undefined
        }}
      >
        <SettingsFields of={organization} />
      </FormDialog>
      <ActButton
        sure="Delete it with all its data?"
        act={async (call) => {
          await call('deleteOrganization', { params: { org_id: id } })
          reload()
          go(id === shown ? '/organizations' : back)
        }}
      >
        Delete
      </ActButton>
    </div>
  )
}
