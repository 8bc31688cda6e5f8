import { DOMAIN_STATUSES, type SenderDomainRecord } from '../../../../src/contract/control/mail.js'
import { useOrgId } from '../org-id.js'
import { useOrganization } from '../organization.js'
import { StateBadge } from '../parts/badge.js'
import { FormDialog } from '../parts/dialog.js'
import { SelectField, TextField } from '../parts/fields.js'
import { Link } from '../parts/link.js'
import { Problem } from '../parts/notes.js'
import { Facts, Section } from '../parts/panel.js'
import { View } from '../parts/view.js'
import { useRecord } from '../use-record.js'
import { EditTemplate, Templates } from './invite-templates.js'

/** What invites need: templates, a sending domain, a quota. */
export function InvitesPage() {
  return (
    <View title="Invites" actions={<EditTemplate />}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="page-body" tabIndex={0} aria-label="Invites, scrollable">
        <Domain />
        <Quota />
        <Templates />
        <p>
          Sent emails are in the <Link to="/outbox">outbox</Link>.
        </p>
      </section>
    </View>
  )
}

function Domain() {
  const { data, error } = useRecord('getSenderDomain')
  return (
    <Section title="Sending domain" side={data && <EditDomain domain={data} />}>
      {error && <Problem error={error} />}
      {data && (
        <Facts
          facts={[
            ['Domain', data.domain ?? 'none'],
            ['Verification', <StateBadge key="status" word={data.status} />],
          ]}
        />
      )}
    </Section>
  )
}

function EditDomain({ domain }: { domain: SenderDomainRecord }) {
  return (
    <FormDialog
      small
      trigger="Change"
      title="Sending domain"
      send="Save"
      submit={async (fields, call) => {
        const status = fields.text('status') as SenderDomainRecord['status']
        await call('setSenderDomain', { body: { domain: fields.text('domain') || null, status } })
        return undefined
      }}
    >
      <TextField name="domain" label="Domain" defaultValue={domain.domain ?? ''} placeholder="mail.example.org" />
      <SelectField name="status" label="Verification" options={DOMAIN_STATUSES} defaultValue={domain.status} />
    </FormDialog>
  )
}

function Quota() {
  const orgId = useOrgId()
  const { data } = useOrganization()
  if (!data) return null
  return (
    <Section
      title="Quota"
      side={
        <FormDialog
          small
          trigger="Change"
          title="Invite quota"
          send="Save"
          submit={async (fields, call) => {
            const quota = fields.text('quota')
            await call('updateOrganization', {
              params: { org_id: orgId },
              body: { invite_quota: quota === '' ? null : Number(quota) },
            })
            return undefined
          }}
        >
          <TextField
            name="quota"
            label="Invites per month"
            type="number"
            min={0}
            defaultValue={data.invite_quota ?? ''}
            hint="Leave empty for no limit."
          />
        </FormDialog>
      }
    >
      <Facts facts={[['Per month', data.invite_quota ?? 'unlimited']]} />
    </Section>
  )
}
