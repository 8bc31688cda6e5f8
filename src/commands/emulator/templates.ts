import type { Factory } from '../../cli/factory.js'
import type { ControlBodyOf, ControlResultOf } from '../../contract/control/index.js'
import { detailLines } from '../../output/details.js'
import type { Style } from '../../terminal/style.js'
import { actionCommand, listCommand, recordCommand } from './control-commands.js'
import { readDocument } from './document-file.js'
import { requireSourceId } from './find-control-target.js'

type Content = NonNullable<ControlBodyOf<'setTemplate'>>

const SOURCE = { name: 'SOURCE', purpose: 'id or name', required: true, names: 'sources' } as const

async function bySource(
  { args, org }: { readonly args: readonly string[]; readonly org?: string | undefined },
  factory: Factory,
) {
  return { params: { source_id: await requireSourceId(args[0]!, org, factory) } }
}

export const LIST = listCommand('listTemplates', {
  examples: [['emulator templates list']],
  columns: [
    { key: 'source_id', title: 'SOURCE', numeric: true },
    { key: 'subject', title: 'SUBJECT', flexible: true },
    { key: 'variables', title: 'VARIABLES', show: (variables) => namesOf(variables as Content['variables']) },
  ],
  whenEmpty: 'No templates. `inpk emulator templates set SOURCE FILE` writes one.',
})

export const SHOW = recordCommand('getTemplate', {
  examples: [['emulator templates show 12 --json > template.json']],
  arguments: [SOURCE],
  input: bySource,
  view: templateView,
})

export const SET = recordCommand('setTemplate', {
  examples: [
    [
      'emulator templates set 12 template.json',
      '{subject, text, html, variables: [{name, required}]}; {{survey_link}} and {{email}} are always set',
    ],
  ],
  arguments: [
    SOURCE,
    { name: 'FILE', purpose: 'JSON or YAML, as `show --json` prints it; - is stdin', required: true },
  ],
  input: async (input, factory) => {
    const found = await bySource(input, factory)
    const file = await readDocument(factory.environment, input.args[1]!, 'template')
    // As `show` prints it.
    const { source_id: _, ...body } = file.value as Content & { source_id?: unknown }
    return { ...found, body, file }
  },
  view: ({ source_id: id, variables }) => [
    `Source ${id} has an invite template; variables: ${namesOf(variables) || 'none'}.`,
  ],
})

export const DELETE = actionCommand('deleteTemplate', {
  examples: [['emulator templates delete 12']],
  arguments: [SOURCE],
  input: bySource,
  done: (source) => `Deleted the invite template of source ${source}.`,
})

function templateView(
  { subject, text, html, variables, source_id }: ControlResultOf<'getTemplate'>,
  style: Style,
): string[] {
  const head = detailLines(
    [
      ['source', source_id],
      ['variables', namesOf(variables) || 'none'],
      ['subject', subject],
    ],
    style,
  )
  return [...head, '', ...text.split('\n'), '', ...html.split('\n')]
}

function namesOf(variables: Content['variables']): string {
  return variables.map(({ name, required }) => (required ? `${name} (required)` : name)).join(', ')
}
