import { spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { COMMANDS_FOR_NAMES } from '../../src/commands/completion/table.js'
import { runInpk } from '../cli/run-inpk.js'
import { skipWithout } from '../skip.js'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench, stageSource } from './with-emulator.js'

const folder = scratchFolder()
writeFile(folder, 'somefile.csv', '')

const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` }

function run(shell: string, args: string[]): string {
  const { stdout, stderr, status } = spawnSync(shell, args, { cwd: folder, encoding: 'utf8', timeout: 20_000, env })
  expect(status, stderr).toBe(0)
  return stdout
}

beforeAll(async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, stdout } = await runInpk(['completion', shell])
    expect(code).toBe(0)
    writeFile(folder, `inpk.${shell}`, stdout)
  }
})

/** What is typed, and the words that are offered for it. */
const TYPED: [string, string[]][] = [
  ['inpk prof', ['profiles']],
  ['inpk profiles ', ['list', 'show', 'use', 'remove']],
  ['inpk emulator keys create X --scope ', ['push', 'create', 'send', 'mcp_read', 'all']],
  ['inpk --output ', ['table', 'json', 'ndjson', 'csv', 'junit']],
  ['inpk --profile me emulator fau', ['faults']],
  ['inpk feedback export --fo', ['--format', '--force']],
  ['inpk completion ', ['bash', 'zsh', 'fish']],
  ['inpk emulator faults add getMe st', ['status']],
  ['inpk help exit', ['exit-codes']],
  ['inpk help emu', ['emulator']],
  ['inpk help emulator snap', ['snapshot']],
]

/** An inpk that knows two sources and a group. */
const STUB = `#!/bin/sh
case "$1 $2" in
  'sources list') printf '%s\\n' 'Tickets 2026' 'Calls' 'App: iOS' 'App:Web' ;;
  'groups list') echo "Ann's shop" ;;
esac
`
writeFile(folder, 'inpk', STUB)
chmodSync(`${folder}/inpk`, 0o755)

test('the names that completion asks for are those of the service', async () => {
  const bench = await openBench()
  await stageSource(bench)
  const argvOf = (line: string) => [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!)
  expect((await bench.run(argvOf(COMMANDS_FOR_NAMES.sources))).stdout).toBe('Tickets\n')
  expect((await bench.run(argvOf(COMMANDS_FOR_NAMES.groups))).stdout).toBe('Support\n')
  expect(await bench.run(argvOf(COMMANDS_FOR_NAMES.profiles))).toMatchObject({ code: 0, stdout: '' })
})

describe('bash', skipWithout('bash'), () => {
  const complete = (words: string[], line = words.join(' ')) => {
    const typed = words.map((word) => `'${word}'`).join(' ')
    const script = `source inpk.bash; COMP_LINE='${line}'; COMP_WORDS=(${typed}); COMP_CWORD=${words.length - 1}; _inpk; printf '%s\\n' "\${COMPREPLY[@]}"`
    return run('bash', ['--norc', '-c', script]).split('\n').filter(Boolean)
  }

  test.each(TYPED)('completes `%s`', (line, offered) => {
    expect(complete(line.split(' ')).sort()).toEqual([...offered].sort())
  })

  test('completes `--envelope=ba`, which bash takes for three words', () => {
    expect(complete(['inpk', 'emulator', 'start', '--envelope', '=', 'ba'])).toEqual(['bare'])
  })

  test('offers the names of sources and groups, quoted as they are typed', () => {
    expect(complete(['inpk', 'sources', 'show', ''])).toEqual(['Tickets\\ 2026', 'Calls', 'App:\\ iOS', 'App:Web'])
    expect(complete(['inpk', 'push', 'a.csv', '--source', 'Ti'])).toEqual(['Tickets\\ 2026'])
    expect(complete(['inpk', 'push', 'a.csv', '--source', '"Ti'])).toEqual(['Tickets 2026'])
    expect(complete(['inpk', 'push', 'a.csv', '--group', ''])).toEqual(["Ann\\'s\\ shop"])
  })

  test('completes names with a colon, at which bash takes a word apart', () => {
    expect(complete(['inpk', 'sources', 'show', 'Ap'])).toEqual(['App:\\ iOS', 'App:Web'])
    expect(complete(['inpk', 'sources', 'show', 'App', ':'], 'inpk sources show App:')).toEqual(['\\ iOS', 'Web'])
    expect(complete(['inpk', 'sources', 'show', 'App', ':', 'W'], 'inpk sources show App:W')).toEqual(['Web'])
    const flag = ['inpk', 'push', 'a.csv', '--source', 'App', ':', 'W']
    expect(complete(flag, 'inpk push a.csv --source App:W')).toEqual(['Web'])
    expect(complete(['inpk', 'sources', 'show', '"App: i'])).toEqual(['App: iOS'])
  })

  test('offers the `*` of all operations as it is, not the files of the folder', () => {
    const offered = complete(['inpk', 'emulator', 'faults', 'add', ''])
    expect(offered).toContain('*')
    expect(offered).not.toContain('somefile.csv')
  })

  test('offers nothing of its own for a free value or behind `--`, so that files are', () => {
    expect(complete(['inpk', 'push', '--rejects', 'some'])).toEqual([])
    expect(complete(['inpk', 'emulator', 'exec', '--', 'n'])).toEqual([])
    expect(run('bash', ['--norc', '-c', 'source inpk.bash; complete -p inpk'])).toContain('-o default')
  })
})

describe('fish', skipWithout('fish'), () => {
  const complete = (line: string) =>
    run('fish', ['--no-config', '-c', `cat inpk.fish | source; complete -C '${line}'`])
      .split('\n')
      .filter(Boolean)
      .map((each) => each.split('\t')[0]!)

  test.each(TYPED)('completes `%s`', (line, offered) => {
    expect(complete(line).sort()).toEqual([...offered].sort())
  })

  test('offers the names of sources and groups', () => {
    expect(complete('inpk sources show Ti')).toEqual(['Tickets 2026'])
    expect(complete('inpk push a.csv --source=Ti')).toEqual(['--source=Tickets 2026'])
    expect(complete('inpk push a.csv --group ')).toEqual(["Ann's shop"])
  })

  test('completes `--envelope=ba`, and files where it knows nothing', () => {
    expect(complete('inpk emulator start --envelope=ba')).toEqual(['--envelope=bare'])
    expect(complete('inpk push somef')).toEqual(['somefile.csv'])
  })
})

describe('zsh', skipWithout('zsh'), () => {
  test('completes in a real line editor: commands, options, choices, files', () => {
    const lines = [
      ['inpk profi', 'inpk profiles'],
      ['inpk emulator subscriptions dele', 'inpk emulator subscriptions delete'],
      ['inpk emulator keys create X --scope mcp', '--scope mcp_read'],
      ['inpk --output nd', 'inpk --output ndjson'],
      ['inpk emulator start --envelope=ba', '--envelope=bare'],
      ['inpk feedback export --form', '--format'],
      ['inpk completion z', 'inpk completion zsh'],
      ['inpk push somef', 'somefile.csv'],
      ['inpk sources show Ti', 'Tickets\\ 2026'],
      ['inpk push a.csv --source Ca', '--source Calls'],
      ['inpk help emulator snap', 'emulator snapshot'],
    ]
    const typing = lines.map(([typed]) => `zpty -n -w z '${typed}'$'\\t'; sleep 0.4; zpty -n -w z $'\\x15'`)
    writeFile(
      folder,
      'type.zsh',
      [
        'zmodload zsh/zpty; zpty -b z zsh -f -i',
        "zpty -w z 'PS1=; autoload -U compinit; compinit -u -D; source inpk.zsh; setopt nobeep'; sleep 1",
        ...typing,
        'sleep 0.4; while zpty -r -t z more; do print -rn -- "$more"; done; zpty -d z',
      ].join('\n'),
    )
    const shown = run('zsh', ['-f', 'type.zsh'])
    for (const [, completed] of lines) expect(shown).toContain(completed)
  })
})

test('a shell nobody knows: exit code 2', async () => {
  const { code, stderr } = await runInpk(['completion', 'tcsh'])
  expect([code, stderr]).toEqual([2, expect.stringContaining('Did you mean `bash`, `zsh` or `fish`?')])
})

test.each([
  [['pusch'], '`push`'],
  [['profiles', 'lits'], '`list`'],
  [['emulator', 'keys', 'rotat'], '`rotate`'],
  [['feedback', 'export', '--fromat', 'csv'], '--format'],
])('near misses: %s gets a suggestion', async (argv, suggestion) => {
  const { code, stderr } = await runInpk(argv)
  expect([code, stderr]).toEqual([2, expect.stringContaining(suggestion)])
})
