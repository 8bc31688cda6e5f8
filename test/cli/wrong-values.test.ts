import { expect, test } from 'vitest'
import { isBranch } from '../../src/cli/command-tree.js'
import { locateCommand } from '../../src/cli/locate.js'
import type { OptionSpec } from '../../src/cli/options.js'
import { findHint } from '../../src/client/service-error.js'
import { TREE } from '../../src/commands/tree.js'
import { textForCommands } from '../../src/terminal/translate-text.js'
import { readSources } from '../house/sources.js'
import { commandNames } from './every-command.js'
import { flagOf } from './option-samples.js'
import { runInpk } from './run-inpk.js'

/** Which no reader takes that checks at all. */
const NONSENSE = '§ nonsense'

/** Every option that checks its value as it is read, with the name of its command. */
async function checkedOptions(): Promise<[name: string, spec: OptionSpec][]> {
  const found = commandNames().map(async (name) => {
    const { node } = locateCommand(TREE, name.split(' '))
    if (!node || isBranch(node)) throw new Error(`no command ${name}`)
    const { COMMAND } = await node.load()
    return Object.values<OptionSpec>(COMMAND.options).flatMap((spec) =>
      !spec.hidden && refuses(spec) ? [[name, spec] as [string, OptionSpec]] : [],
    )
  })
  return (await Promise.all(found)).flat()
}

function refuses(spec: OptionSpec): boolean {
  try {
    spec.read?.(NONSENSE, undefined)
    return false
  } catch {
    return true
  }
}

test('an option that cannot be read is named, and its value quoted, by every command', async () => {
  const options = await checkedOptions()
  const bad: string[] = []
  for (const [name, spec] of options) {
    const { code, stderr } = await runInpk([...name.split(' '), flagOf(spec), NONSENSE])
    const isSaid = stderr.includes(`${flagOf(spec)} "${NONSENSE}": `) && stderr.includes(`inpk ${name} --help`)
    if (code !== 2 || !isSaid) bad.push(`${name}: ${stderr}`)
  }
  expect(options.length).toBeGreaterThan(50)
  expect(bad).toEqual([])
})

test.each([
  [['push', 'a.csv', '--dates', 'dym'], '--dates "dym": must be one of', 'Did you mean `dmy`'],
  [['groups', 'list', '--output', 'jsn'], '--output "jsn": must be one of', 'Did you mean `json`'],
  [['webhooks', 'deliveries', '--state', 'exausted'], '--state "exausted": must be', 'Did you mean `exhausted`?'],
  [['sources', 'create', 'S', '--type', 'x'], 'unknown option --type', 'Did you mean `--feedback-type`'],
  [['analysis', 'get'], 'inpk analysis has no command get', 'Did you mean `show`?'],
  [['tasks', 'nosuch'], 'inpk tasks has no command nosuch', 'Its commands: show, wait.'],
  [['groups', 'list', '--base-url', 'htp://x'], 'the base URL "htp://x" must start with https://', 'such as https://'],
])('%j: the error quotes what was typed, and the hint says what is nearest', async (argv, message, hint) => {
  const { code, stderr } = await runInpk(argv)
  const said = stderr.replace(/\s+/g, ' ')
  expect([code, said]).toEqual([2, expect.stringContaining(message)])
  expect(said).toContain(hint)
})

test.each([
  ['snapshot NOPE', 'inpk emulator snapshot list'],
  ['delivery NOPE', 'inpk webhooks deliveries'],
  ['key NOPE', 'inpk emulator keys list'],
  ['fault 9', 'inpk emulator faults list'],
  ['report subscription 9', 'inpk emulator reports list'],
  ['change 9', 'inpk emulator log'],
  ['request 9', 'inpk emulator logs'],
])('%s not found: the hint names the command that lists them, which exists', (what, line) => {
  expect(textForCommands(findHint(404, 'NOT_FOUND', true, `${what} not found`)!)).toBe(`\`${line}\` lists them.`)
  const { node, rest } = locateCommand(TREE, line.split(' ').slice(1))
  expect([node !== undefined && !isBranch(node), rest]).toEqual([true, []])
})

test('whatever the emulator does not find, the hint says where its id is to be seen, by a command that exists', () => {
  const nouns = readSources('emulator').flatMap(({ text }) =>
    [...text.matchAll(/notFound\(\s*['`]([a-z -]+)/g)].map(([, noun]) => noun!.trim()),
  )
  expect(nouns.length).toBeGreaterThan(20)
  const hints = nouns.map((noun) => {
    const hint = findHint(404, 'NOT_FOUND', true, `${noun} 3 not found`)
    return [noun, textForCommands(hint ?? '')] as const
  })
  expect(hints.filter(([, hint]) => !/`inpk [^`]+`|organisation that started the task/.test(hint))).toEqual([])
  for (const [, hint] of hints) {
    for (const [, line] of hint.matchAll(/`inpk ([a-z -]+)/g)) {
      const { node } = locateCommand(TREE, line!.trim().split(' '))
      expect([line, node !== undefined && !isBranch(node)]).toEqual([line, true])
    }
  }
})

test.each([
  [409, 'INVITE_TEMPLATE_MISSING', '`inpk emulator templates set SOURCE FILE`'],
  [403, 'SENDER_DOMAIN_UNVERIFIED', '`inpk emulator domain set DOMAIN`'],
])('%i %s: the hint says where it is set up, on the dashboard and in the emulator', (status, code, line) => {
  const hint = textForCommands(findHint(status, code, true)!)
  expect(hint).toMatch(/dashboard/)
  expect(hint).toContain(line)
})
