import { isObject } from '../../../base/is-object.js'
import { anyAssistant, openAssistant, toolsOf } from '../assistant.js'
import { must, type Rule, refusalRule } from '../rule.js'
import { entries } from '../scenery.js'

const LEAST_TOOLS = 7

/** The MCP endpoint, by its tools. Its messages are POSTs, so it is not asked under --read-only. */
export const ASSISTANT_RULES: Rule[] = [
  refusalRule('MCP-6', async (probe) => {
    const tools = await toolsOf(await openAssistant(probe, 'mcp_read'))
    must(tools.length > 0, 'the mcp_read key sees no tool')
  }),
  refusalRule('MCP-12', async (probe) => {
    const tools = await toolsOf(await anyAssistant(probe))
    must(tools.length >= LEAST_TOOLS, `there are ${tools.length} tools`)
  }),
  refusalRule('MCP-8', async (probe) => {
    const tools = await toolsOf(await anyAssistant(probe))
    must(
      tools.some(({ name }) => name === 'get_theme_verbatims'),
      'no tool named get_theme_verbatims',
    )
  }),
  refusalRule('MCP-9', async (probe) => {
    const found = (await toolsOf(await anyAssistant(probe))).find(({ name }) => name === 'list_themes')
    must(found !== undefined, 'no tool named list_themes')
    const schema = isObject(found.inputSchema) ? found.inputSchema : {}
    must(isObject(schema.properties) && 'period_key' in schema.properties, 'list_themes takes no period_key')
  }),
  refusalRule('MCP-5', async (probe) => {
    const ask = await anyAssistant(probe)
    const listing = async () => (await probe.get('/surveys/list?limit=200')).text
    const before = await listing()
    for (const { name, annotations, inputSchema } of await toolsOf(ask)) {
      const hints = isObject(annotations) ? annotations : {}
      must(hints.readOnlyHint !== false && hints.destructiveHint !== true, `${name} claims to change data`)
      const needed = isObject(inputSchema) && Array.isArray(inputSchema.required) ? inputSchema.required : []
      if (needed.length > 0) continue
      const { content } = await ask('tools/call', { name, arguments: {} })
      must(entries(content).length > 0, `${name} returns nothing`)
    }
    must((await listing()) === before, 'the listing changed while the tools were called')
  }),
]
