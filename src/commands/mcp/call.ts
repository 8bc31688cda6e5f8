import { didYouMean } from '../../base/nearest.js'
import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { text, texts } from '../../cli/options.js'
import { readJsonObject } from '../../cli/read-json-file.js'
import { ServiceError } from '../../client/errors.js'
import { ERRORS, type ErrorCode } from '../../contract/errors.js'
import { type Result, result } from '../../output/outcome.js'
import { Failure, invalidFile, wrongUsage } from '../../terminal/failure.js'
import { readFields } from '../api/request.js'
import { type Assistant, listAllTools, withAssistant } from './with-assistant.js'

const OPTIONS = {
  rawField: texts('-f, --raw-field <key=value>', 'an argument as text'),
  field: texts('-F, --field <key=value>', 'an argument as true, false, null, a number, or text; @FILE reads it'),
  input: text('--input <file>', 'all arguments as JSON from a file; - reads stdin'),
}

export const COMMAND = command({
  examples: [
    ['mcp call list_sources'],
    ['mcp call list_themes -f source_id=34'],
    ['mcp call search_feedback -f query=refund -F limit=3 --jq ".items[].text"'],
  ],
  arguments: [{ name: 'NAME', purpose: 'a tool, as `mcp tools` shows it', required: true }],
  options: OPTIONS,
  run: callTool,
})

type Answer = Awaited<ReturnType<Assistant['callTool']>>
type Tool = Awaited<ReturnType<typeof listAllTools>>[number]

/** Calls a tool as an assistant would; what it answers is the result, its structure if it has one. */
async function callTool(input: CommandInput<typeof OPTIONS>, factory: Factory): Promise<Result> {
  const name = input.args[0]!
  const given = await readArguments(input, factory)
  const answer = await withAssistant(factory, async (assistant) => {
    const tools = await listAllTools(assistant)
    const tool = tools.find((each) => each.name === name)
    if (!tool)
      throw unknownTool(
        name,
        tools.map((each) => each.name),
      )
    requireKnownArguments(tool, given, input.input)
    return assistant.callTool({ name, arguments: given }, { signal: factory.signal })
  })
  if (answer.isError) throw refusalOf(answer)
  const { structuredContent, content } = answer
  if (structuredContent !== undefined) return result(structuredContent, jsonView)
  return { ...result({ content }), view: () => textOf(answer).split('\n') }
}

/** A service that takes no others does not say which one it met. */
function requireKnownArguments({ name, inputSchema }: Tool, given: Record<string, unknown>, file?: string): void {
  if (inputSchema.additionalProperties !== false) return
  const known = Object.keys(inputSchema.properties ?? {})
  const unknown = Object.keys(given).find((argument) => !known.includes(argument))
  if (unknown === undefined) return
  const hint = [didYouMean(unknown, known), `It takes ${known.join(', ') || 'none'}.`].filter(Boolean).join(' ')
  const message = `the tool ${name} takes no argument ${unknown}`
  throw file === undefined ? wrongUsage(message, hint) : invalidFile(`${file}: ${message}`, hint)
}

async function readArguments(
  input: CommandInput<typeof OPTIONS>,
  { environment }: Factory,
): Promise<Record<string, unknown>> {
  if (input.input === undefined) return readFields(input.given, environment)
  if (input.given.some(([option]) => option !== 'input'))
    throw wrongUsage('--input already has all arguments; leave out -f and -F')
  return readJsonObject(environment, input.input)
}

/** What a tool answers nests too deep for a list of members. */
function jsonView(data: unknown): string[] {
  return JSON.stringify(data, null, 2).split('\n')
}

function unknownTool(name: string, names: readonly string[]): Failure {
  const hint = didYouMean(name, names) ?? 'See `inpk mcp tools`.'
  return new Failure({ exit: 'notFound', code: 'TOOL_NOT_FOUND', message: `the service has no tool ${name}`, hint })
}

/** A tool that refuses says why in words; the emulator adds the error of the service. */
function refusalOf(answer: Answer): Error {
  const {
    code = '',
    message = textOf(answer),
    details,
  } = (answer._meta?.['inpk/error'] ?? {}) as Record<string, string>
  if (Object.hasOwn(ERRORS, code)) {
    return new ServiceError(message, { status: ERRORS[code as ErrorCode].status, code, details, retryable: false })
  }
  return new Failure({ exit: 'invalid', code: 'TOOL_REFUSED', message: textOf(answer) })
}

function textOf({ content }: Answer): string {
  return content.map((part) => (part.type === 'text' ? part.text : `(${part.type})`)).join('\n')
}
