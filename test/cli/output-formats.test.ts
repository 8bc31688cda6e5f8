import { expect, test } from 'vitest'
import { isBranch } from '../../src/cli/command-tree.js'
import { locateCommand } from '../../src/cli/locate.js'
import { TREE } from '../../src/commands/tree.js'
import { OUTPUT_FORMATS, PLAIN_FORMATS } from '../../src/output/format.js'
import { commandNames, lineFor } from './every-command.js'
import { runInpk } from './run-inpk.js'

const withFormat = ([...line]: string[], format: string) => {
  const end = line.indexOf('--')
  line.splice(end < 0 ? line.length : end, 0, '--output', format)
  return line
}

test('a format that a command has not is refused before it asks or writes anything, with those that it has', async () => {
  const bad: string[] = []
  let refused = 0
  for (const name of commandNames()) {
    const { node } = locateCommand(TREE, name.split(' '))
    if (!node || isBranch(node)) throw new Error(`no command ${name}`)
    const { outputs = PLAIN_FORMATS } = (await node.load()).COMMAND
    for (const format of OUTPUT_FORMATS.filter((each) => !(outputs as readonly string[]).includes(each))) {
      refused += 1
      // The transport of this environment throws where anything is asked.
      const { code, stdout, stderr } = await runInpk(withFormat(lineFor(name), format))
      const said = stderr.replace(/\s+/g, ' ')
      const isSaid = [`\`inpk ${name}\` has no ${format} output`, ...outputs].every((word) => said.includes(word))
      if (code !== 2 || stdout !== '' || !isSaid) bad.push(`${name} ${format}: ${code} ${stdout}${stderr}`)
    }
  }
  expect(bad).toEqual([])
  expect(refused).toBeGreaterThan(100)
})

test('emulator exec has JUnit output with --explore only', async () => {
  const { code, stderr } = await runInpk(['emulator', 'exec', '--output', 'junit', '--', 'true'])
  expect([code, stderr]).toEqual([2, expect.stringContaining('--output junit is only for --explore')])
})

test.each([
  [['nonsense', '--json'], true],
  [['nonsense', '--output', 'json'], true],
  [['nonsense', '--output=ndjson'], true],
  [['push', '-o', 'json', '--frobnicate'], true],
  [['push', '--output', 'ndjson', '--frobnicate'], true],
  [['push', '--output', 'table', '--json', '--frobnicate'], false],
  [['nonsense', '--output', 'csv'], false],
] as const)('a command line that is wrong is refused in the format it asks for: %j', async (line, isJson) => {
  const { code, stderr } = await runInpk([...line])
  expect([code, stderr.startsWith('{"error":')]).toEqual([2, isJson])
})
