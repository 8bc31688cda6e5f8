import { orNearest } from '../../src/base/nearest.js'
import type { ControlBodyOf, ControlResultOf } from '../../src/contract/control/index.js'
import type { ControlHandler } from '../core/control-handler.js'
import { named } from '../core/named.js'
import { invalid, notFound } from '../core/refusal.js'
import { rowOfId } from '../operations/find-rows.js'
import { BUILT_IN_VARIABLES, placeholdersOf } from '../rules/invites/fill-template.js'
import { put, remove } from '../state/change.js'
import type { Template } from '../state/invite.js'
import type { State } from '../state/state.js'

type Content = NonNullable<ControlBodyOf<'setTemplate'>>

const listTemplates: ControlHandler<'listTemplates'> = {
  decide: (_input, { state }) => ({ answer: { items: Object.values(state.templates).map(templateOnWire) } }),
}

const getTemplate: ControlHandler<'getTemplate'> = {
  decide: ({ params }, { state }) => ({ answer: templateOnWire(requireTemplate(state, params.source_id)) }),
}

/** Writes the invite template of a source. Names in `{{…}}` must be declared, or be `survey_link` or `email`. */
const setTemplate: ControlHandler<'setTemplate'> = {
  decide({ params, body }, { state }) {
    const source = rowOfId(state.sources, params.source_id ?? '')
    if (!source) throw notFound('source', (params.source_id ?? '').slice(0, 40))
    requireSense(body)
    const template: Template = { ...body, sourceId: source.id }
    const summary = `set the invite template of ${named('source', source)}`
    return { answer: templateOnWire(template), summary, changes: [put('templates', source.id, template)] }
  },
}

const deleteTemplate: ControlHandler<'deleteTemplate'> = {
  decide({ params }, { state }) {
    const { sourceId } = requireTemplate(state, params.source_id)
    const summary = `removed the invite template of source ${sourceId}`
    return { answer: undefined, summary, changes: [remove('templates', sourceId)] }
  },
}

const ALWAYS_THERE = `always available: ${BUILT_IN_VARIABLES.map((name) => `{{${name}}}`).join(', ')}`

function requireSense({ subject, text, html, variables }: Content): void {
  for (const [member, value] of Object.entries({ subject, text, html })) {
    if (value.trim() === '') throw invalid({ [member]: ['must not be blank'] })
  }
  const names = variables.map(({ name }) => name)
  const builtIn: readonly string[] = BUILT_IN_VARIABLES
  for (const [index, name] of names.entries()) {
    if (builtIn.includes(name))
      throw invalid({ [`variables[${index}].name`]: [`${name} is always available and must not be listed`] })
    if (names.indexOf(name) !== index) throw invalid({ [`variables[${index}].name`]: [`${name} is listed twice`] })
  }
  for (const [member, value] of Object.entries({ subject, text, html })) {
    const unknown = placeholdersOf(value).find((name) => !names.includes(name) && !builtIn.includes(name))
    if (unknown !== undefined)
      throw invalid({
        [member]: [
          `uses {{${unknown}}}, which is not listed in variables (${ALWAYS_THERE})${orNearest(unknown, [...names, ...builtIn])}`,
        ],
      })
  }
}

function requireTemplate(state: Readonly<State>, sourceId = ''): Template {
  const template = rowOfId(state.templates, sourceId)
  if (!template) throw notFound('invite template of source', sourceId.slice(0, 40))
  return template
}

function templateOnWire({ sourceId, ...content }: Template): ControlResultOf<'getTemplate'> {
  return { source_id: String(sourceId), ...content }
}

export const HANDLERS = { listTemplates, getTemplate, setTemplate, deleteTemplate }
