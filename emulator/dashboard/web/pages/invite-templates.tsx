import type { TemplateRecord } from '../../../../src/contract/control/templates.js'
import { ActButton } from '../parts/button.js'
import { CommandLine } from '../parts/copy.js'
import { type Fields, FormDialog } from '../parts/dialog.js'
import { AreaField, SelectField, TextField } from '../parts/fields.js'
import { Link } from '../parts/link.js'
import { Empty, Problem } from '../parts/notes.js'
import { Section } from '../parts/panel.js'
import { useInvitesCommand } from '../use-invites-command.js'
import { useRecord } from '../use-record.js'
import { sourceOption, useSources } from '../use-sources.js'

/** The invite templates of the sources. */
export function Templates() {
  const { data, error } = useRecord('listTemplates')
  const { sources } = useSources()
  const invite = useInvitesCommand()
  const templates = data?.items ?? []
  return (
    <Section title={`Templates (${templates.length})`}>
      {error && <Problem error={error} />}
      {data && templates.length === 0 && (
        <Empty title="No templates.">A source needs one before invites can be sent for it.</Empty>
      )}
      <ul className="lines">
        {templates.map((template) => (
          <TemplateLine
            key={template.source_id}
            template={template}
            title={sources.find(({ source_id }) => source_id === template.source_id)?.source_title}
          />
        ))}
      </ul>
      {invite && <CommandLine line={invite} />}
    </Section>
  )
}

function TemplateLine({ template, title }: { template: TemplateRecord; title: string | undefined }) {
  const { source_id, subject, variables } = template
  return (
    <li>
      <strong>
        <Link to={`/sources/${source_id}`}>
          <bdi>{title ?? `Source ${source_id}`}</bdi>
        </Link>
      </strong>
      <bdi>{subject}</bdi>
      <span className="dim">{variables.map(placeholder).join(', ')}</span>
      <span className="buttons">
        <EditTemplate template={template} title={title} />
        <ActButton
          small
          sure="Delete?"
          label={`Delete the template of ${title ?? `source ${source_id}`}`}
          act={(call) => call('deleteTemplate', { params: { source_id } })}
        >
          Delete
        </ActButton>
      </span>
    </li>
  )
}

/** A form for a new template, or for one that is there. */
export function EditTemplate({ template, title }: { template?: TemplateRecord; title?: string | undefined }) {
  const of = template && (title ?? `source ${template.source_id}`)
  return (
    <FormDialog
      wide
      {...(template ? { small: true, label: `Edit the template of ${of}` } : { first: true })}
      trigger={template ? 'Edit' : 'New template'}
      title={template ? `Template of ${of}` : 'New invite template'}
      send="Save"
      submit={async (fields, call) => {
        const source = template?.source_id ?? fields.text('source')
        await call('setTemplate', { params: { source_id: source }, body: contentOf(fields) })
        return undefined
      }}
    >
      {!template && <SourceField />}
      <TextField name="subject" label="Subject" required defaultValue={template?.subject} />
      <AreaField name="text" label="Text" required defaultValue={template?.text ?? TEXT} hint={HINT} />
      <AreaField name="html" label="HTML" required defaultValue={template?.html ?? HTML} />
      <TextField
        name="variables"
        label="Variables"
        defaultValue={template ? inWords(template.variables) : 'name'}
        hint="Names separated by spaces. Mark required ones with a star: name*"
      />
    </FormDialog>
  )
}

const TEXT = 'Dear {{name}}, how was it?\n{{survey_link}}\n'
const HTML = '<p>Dear {{name}}, how was it? <a href="{{survey_link}}">Tell us.</a></p>\n'
const HINT = 'You can use {{survey_link}}, {{email}} and the variables below.'

function SourceField() {
  const { sources } = useSources()
  return (
    <SelectField
      name="source"
      label="Source"
      required
      options={sources.map(sourceOption)}
      {...(sources.length === 0 && { hint: 'No sources yet.' })}
    />
  )
}

function contentOf(fields: Fields) {
  const names = fields
    .text('variables')
    .split(/[\s,]+/)
    .filter(Boolean)
  return {
    subject: fields.text('subject'),
    text: fields.exact('text'),
    html: fields.exact('html'),
    variables: names.map((name) => ({ name: name.replace(/\*$/, ''), required: name.endsWith('*') })),
  }
}

function placeholder({ name, required }: TemplateRecord['variables'][number]): string {
  return required ? `{{${name}}} (required)` : `{{${name}}}`
}

function inWords(variables: TemplateRecord['variables']): string {
  return variables.map(({ name, required }) => `${name}${required ? '*' : ''}`).join(' ')
}
