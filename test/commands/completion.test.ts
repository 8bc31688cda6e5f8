import { spawnSync } from 'node:child_process'
import { beforeAll, describe, expect, test } from 'vitest'
import { runInpk } from '../cli/run-inpk.js'
import { skipWithout } from '../skip.js'
import { scratchFolder, writeFile } from './scratch.js'

const folder = scratchFolder()
writeFile(folder, 'somefile.csv', '')

function run(shell: string, args: string[]): string {
  const { stdout, stderr, status } = spawnSync(shell, args, { cwd: folder, encoding: 'utf8', timeout: 20_000 })
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
]

describe('bash', skipWithout('bash'), () => {
  const complete = (words: string[]) => {
    const typed = words.map((word) => `'${word}'`).join(' ')
    const script = `source inpk.bash; COMP_WORDS=(${typed}); COMP_CWORD=${words.length - 1}; _inpk; printf '%s\\n' "\${COMPREPLY[@]}"`
    return run('bash', ['--norc', '-c', script]).split('\n').filter(Boolean)
  }

  test.each(TYPED)('completes `%s`', (line, offered) => {
    expect(complete(line.split(' ')).sort()).toEqual([...offered].sort())
  })

  test('completes `--envelope=ba`, which bash takes for three words', () => {
    expect(complete(['inpk', 'emulator', 'start', '--envelope', '=', 'ba'])).toEqual(['bare'])
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
  expect([code, stderr]).toEqual([2, expect.stringContaining('bash, zsh or fish')])
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
