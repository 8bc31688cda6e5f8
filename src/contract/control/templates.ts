import { Shaped, type Static, Type } from '../schema.js'
import { Closed, controlRow, ListOf, NOTHING, PAGES } from './control-row.js'

const VariableName = Shaped(
  '^[A-Za-z_][A-Za-z0-9_]{0,63}$',
  'must be 1 to 64 letters, digits and _, and not start with a digit',
)

const CONTENT = {
  subject: Shaped('^[^\\r\\n]*$', 'must be one line', { minLength: 1, maxLength: 998 }),
  text: Type.String(),
  html: Type.String(),
  variables: Type.Array(Closed({ name: VariableName, required: Type.Boolean() })),
}

export const TemplateRecord = Type.Object({ source_id: Type.String(), ...CONTENT })
export type TemplateRecord = Static<typeof TemplateRecord>

const listTemplates = controlRow({
  id: 'listTemplates',
  noun: 'templates',
  summary: 'The invite templates of an organisation',
  method: 'GET',
  path: '/orgs/{org_id}/invite-templates',
  query: Closed(PAGES),
  result: ListOf(TemplateRecord),
  status: 200,
  perOrganization: true,
})

const getTemplate = controlRow({
  id: 'getTemplate',
  noun: 'templates',
  summary: 'The invite template of a source',
  method: 'GET',
  path: '/orgs/{org_id}/invite-templates/{source_id}',
  result: TemplateRecord,
  status: 200,
  perOrganization: true,
})

const setTemplate = controlRow({
  id: 'setTemplate',
  noun: 'templates',
  summary: 'Sets the invite template of a source',
  method: 'PUT',
  path: '/orgs/{org_id}/invite-templates/{source_id}',
  body: Closed(CONTENT),
  result: TemplateRecord,
  status: 200,
  perOrganization: true,
})

const deleteTemplate = controlRow({
  id: 'deleteTemplate',
  noun: 'templates',
  summary: 'Deletes the invite template of a source',
  method: 'DELETE',
  path: '/orgs/{org_id}/invite-templates/{source_id}',
  result: NOTHING,
  status: 204,
  perOrganization: true,
})

export const ROWS = { listTemplates, getTemplate, setTemplate, deleteTemplate }
