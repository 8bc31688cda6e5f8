import { command } from '../../cli/command.js'
import type { ListResult } from '../../output/outcome.js'
import { listAllTools, withAssistant } from './with-assistant.js'

export const COMMAND = command({
  examples: [['mcp tools'], ['mcp tools --jq ".[] | {name, arguments: (.inputSchema.properties | keys)}"']],
  options: {},
  async run(_input, factory): Promise<ListResult> {
    const tools = await withAssistant(factory, listAllTools)
    return {
      rows: (async function* () {
        for (const tool of tools) yield { ...tool }
      })(),
      columns: [
        { key: 'name', title: 'TOOL' },
        { key: 'inputSchema', title: 'ARGUMENTS', flexible: true, show: (schema) => argumentsOf(schema as Schema) },
      ],
      whenEmpty: 'No tools.',
    }
  },
})

interface Schema {
  properties?: Record<string, unknown>
  required?: readonly string[]
}

/** Names as they are given; those in brackets may be left out. */
function argumentsOf({ properties = {}, required = [] }: Schema): string {
  const names = Object.keys(properties)
  return names.map((name) => (required.includes(name) ? name : `[${name}]`)).join(' ')
}
