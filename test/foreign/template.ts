import type { Choices } from './choices.js'
import { COUNT, cased, chosen, FLAG, listOf, type Member, record, type Shape, TEXT } from './shape.js'
import type { Source } from './state.js'

interface Facts {
  source: Source
  /** Invites sent so far. */
  sent: number
}

const QUOTA = 1000
const VARIABLES = [
  { name: 'name', required: true },
  { name: 'order', required: false },
]
type Variable = (typeof VARIABLES)[number]

/** Template presence, variables, sender-domain status and quota usage, which is all that interface.md says. */
export function templateShape(c: Choices): Shape<Facts> {
  return record<Facts>(c, 'InviteTemplate', [presence(c), variables(c), domain(c), ...quota(c)])
}

function presence(c: Choices): Member<Facts> {
  if (c['template.present'] !== 'record template')
    return { name: chosen(c, 'template.present'), schema: FLAG, of: () => true }
  const template = record<Facts>(c, 'TemplateRecord', [
    { name: 'name', schema: TEXT, of: () => 'Default invite' },
    { name: 'subject', schema: TEXT, of: ({ source }) => `How was it? ${source.title}` },
  ])
  return { name: 'template', schema: template.schema, of: template.write, mayLack: true }
}

function variables(c: Choices): Member<Facts> {
  const form = c['template.variables']
  if (form === 'names')
    return { name: 'variables', schema: { type: 'array', items: TEXT }, of: () => VARIABLES.map(({ name }) => name) }
  const required: Member<Variable> = { name: 'required', schema: FLAG, of: (each) => each.required }
  if (form === 'records') {
    const variable = record<Variable>(c, 'TemplateVariable', [
      { name: 'name', schema: TEXT, of: ({ name }) => name },
      required,
    ])
    return listOf('variables', variable, () => VARIABLES)
  }
  const rest = record<Variable>(c, 'TemplateVariable', [required])
  return {
    name: 'variables',
    schema: { type: 'object', additionalProperties: rest.schema },
    of: () => Object.fromEntries(VARIABLES.map((each) => [each.name, rest.write(each)])),
  }
}

function domain(c: Choices): Member<Facts> {
  if (c['template.domain'] === 'sender_domain_verified')
    return { name: cased(c, 'sender_domain_verified'), schema: FLAG, of: () => true }
  if (c['template.domain'] === 'domain_status')
    return {
      name: cased(c, 'domain_status'),
      schema: { type: 'string', enum: ['verified', 'pending', 'missing'] },
      of: () => 'verified',
    }
  const shape = record<Facts>(c, 'SenderDomain', [
    { name: 'domain', schema: TEXT, of: () => 'mail.example.org' },
    { name: 'status', schema: { type: 'string', enum: ['verified', 'pending', 'missing'] }, of: () => 'verified' },
  ])
  return { name: cased(c, 'sender_domain'), schema: shape.schema, of: shape.write }
}

function quota(c: Choices): Member<Facts>[] {
  const used = (name: string): Member<Facts> => ({ name: cased(c, name), schema: COUNT, of: ({ sent }) => sent })
  if (c['template.quota'] === 'flat')
    return [used('quota_used'), { name: cased(c, 'quota_limit'), schema: COUNT, of: () => QUOTA }]
  const members: Member<Facts>[] =
    c['template.quota'] === 'quota used limit'
      ? [used('used'), { name: 'limit', schema: COUNT, of: () => QUOTA }]
      : [used('sent'), { name: 'remaining', schema: COUNT, of: ({ sent }) => QUOTA - sent }]
  const shape = record<Facts>(c, 'InviteQuota', members)
  return [{ name: 'quota', schema: shape.schema, of: shape.write }]
}
