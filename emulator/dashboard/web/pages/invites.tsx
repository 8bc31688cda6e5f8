import { DOMAIN_STATUSES, type SenderDomainRecord } from '../../../../src/contract/control/mail.js'
import type { TemplateRecord } from '../../../../src/contract/control/templates.js'
import { useOrgId } from '../org.js'
import { State } from '../parts/badge.js'
import { ActButton } from '../parts/button.js'
import { FormDialog } from '../parts/dialog.js'
import { AreaField, SelectField, TextField } from '../parts/fields.js'
import { Link } from '../parts/link.js'
import { Empty, Problem } from '../parts/notes.js'
import { Facts, Section } from '../parts/panel.js'
import { View } from '../parts/view.js'
import { useRecord } from '../use-record.js'
import { useSources } from '../use-sources.js'

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
          Mails that were sent are in the <Link to="/outbox">outbox</Link>.
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
            ['Verification', <State key="status" word={data.status} />],
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
  const { data } = useRecord('getOrganization')
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
            label="Invites a month"
            type="number"
            min={0}
            defaultValue={data.invite_quota ?? ''}
            hint="Unlimited where empty."
          />
        </FormDialog>
      }
    >
      <Facts facts={[['A month', data.invite_quota ?? 'unlimited']]} />
    </Section>
  )
}

function Templates() {
  const { data, error } = useRecord('listTemplates')
  const templates = data?.items ?? []
  return (
    <Section title={`Templates (${templates.length})`}>
      {error && <Problem error={error} />}
      {data && templates.length === 0 && (
        <Empty title="No templates.">A source needs one before invites can be sent for it.</Empty>
      )}
      <ul className="lines">
        {templates.map((template) => (
          <li key={template.source_id}>
            <Link to={`/sources/${template.source_id}`}>Source {template.source_id}</Link>
            <strong>{template.subject}</strong>
            <span className="dim">
              {template.variables.map(({ name, required }) => `${name}${required ? '*' : ''}`).join(', ')}
            </span>
            <EditTemplate template={template} />
            <ActButton
              small
              sure="Delete?"
              act={(call) => call('deleteTemplate', { params: { source_id: template.source_id } })}
            >
              Delete
            </ActButton>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function EditTemplate({ template }: { template?: TemplateRecord }) {
  const { sources } = useSources()
  return (
    <FormDialog
      {...(template ? { small: true } : { first: true })}
      trigger={template ? 'Edit' : 'New template'}
      title={template ? `Template of source ${template.source_id}` : 'New invite template'}
      send="Save"
      submit={async (fields, call) => {
        const names = fields
          .text('variables')
          .split(/[\s,]+/)
          .filter(Boolean)
        const variables = names.map((name) => ({ name: name.replace('*', ''), required: name.endsWith('*') }))
        const body = {
          subject: fields.text('subject'),
          text: fields.text('text'),
          html: fields.text('html'),
          variables,
        }
        await call('setTemplate', { params: { source_id: template?.source_id ?? fields.text('source') }, body })
        return undefined
      }}
    >
      {!template && (
        <SelectField
          name="source"
          label="Source"
          options={sources.map(({ source_id, source_title }) => [source_id, source_title] as const)}
        />
      )}
      <TextField name="subject" label="Subject" required defaultValue={template?.subject} />
      <AreaField name="text" label="Text" defaultValue={template?.text} />
      <AreaField name="html" label="HTML" defaultValue={template?.html} />
      <TextField
        name="variables"
        label="Variables"
        defaultValue={template?.variables.map(({ name, required }) => `${name}${required ? '*' : ''}`).join(' ')}
        hint="Names between blanks; a star marks the required ones."
      />
    </FormDialog>
  )
}
