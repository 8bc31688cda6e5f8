/** Every option that takes a path × a path that can't be used: refused before any work, by the name of the option, with what to do. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { skipWhere } from '../skip.js'
import { openStage, writeStageFiles } from '../transcripts/stage.js'
import { lineFor } from './every-command.js'
import { PATH_OPTIONS } from './path-options.js'

/** Lines on which nothing is in the way of the path, where that of the transcript has something. */
const LINES: Record<string, string> = {
  record: 'record --to http://127.0.0.1:9',
  'emulator start': 'emulator start --ephemeral --port 0',
  'emulator exec': 'emulator exec -- true',
  'emulator exec --replay': 'emulator exec',
  'push --watch': 'push --source Tickets',
  'webhooks listen': 'webhooks listen --limit 1',
  'webhooks verify --request': 'webhooks verify --secret-env WEBHOOK_SECRET',
}

/** What is usable all the same: a folder that is made, or read. */
const USABLE = /^(webhooks listen --save missing|webhooks prove --scenario folder|.* (--watch|--save|--others) folder$)/

const CASES = Object.keys(PATH_OPTIONS).flatMap((name) =>
  ['missing/file', 'folder', 'file/below'].flatMap((path) => (USABLE.test(`${name} ${path}`) ? [] : [[name, path]])),
) as [string, string][]

/** The command line with the option, which stands before what `--` separates. */
function argvOf(name: string, path: string): string {
  const [, command = '', option] = /^(.*?) ?(--[\w-]+)$/.exec(name)!
  const words = (LINES[name] ?? LINES[command] ?? lineFor(command === '' ? 'me' : command).join(' ')).split(' ')
  const given = words.indexOf(option!)
  if (given >= 0) words.splice(given, 2)
  const end = words.includes('--') ? words.indexOf('--') : words.length
  return [...words.slice(0, end), option, path, ...words.slice(end)].join(' ')
}

test('is refused by the name of the option, as wrong usage, with a hint', async () => {
  const stage = await openStage()
  writeStageFiles(stage.cwd)
  mkdirSync(join(stage.cwd, 'folder'))
  writeFileSync(join(stage.cwd, 'file'), 'x')
  const bad: string[] = []
  try {
    for (const [name, path] of CASES) {
      const line = argvOf(name, path)
      const { code, stderr, stdout } = await stage.run(line)
      const option =
        name === 'emulator exec --overrides' || name === 'emulator start --overrides'
          ? '--facts'
          : /--[\w-]+$/.exec(name)![0]
      const [message = '', hint = ''] = stderr
        .split('\n')
        .filter((each) => !/^Checking/.test(each))
        .slice(-4)
      const isNamed = `${message} ${hint}`.includes(option)
      // Any other code would be that of the command it runs.
      const wanted = /^emulator exec --(overrides|seed)/.test(name) ? 125 : 2
      if (code !== wanted || !isNamed || !/^[A-Z].*\.$/.test(hint) || stdout !== '')
        bad.push(`${line}: ${code} ${stderr}`)
    }
  } finally {
    await stage.close()
  }
  expect(bad).toEqual([])
})

test(
  'so is a folder that may not be written',
  skipWhere(process.getuid?.() === 0, 'root may write anywhere'),
  async () => {
    const stage = await openStage()
    writeStageFiles(stage.cwd)
    mkdirSync(join(stage.cwd, 'locked'), { mode: 0o555 })
    try {
      for (const [name, does] of Object.entries(PATH_OPTIONS)) {
        if (does !== 'writes' && does !== 'goes on with') continue
        const { code, stderr } = await stage.run(argvOf(name, 'locked/file'))
        expect([name, code, stderr]).toEqual([name, 2, expect.stringMatching(/: permission denied: .*locked\nChoose /)])
      }
    } finally {
      chmodSync(join(stage.cwd, 'locked'), 0o755)
      await stage.close()
    }
  },
)

/** Command lines with an argument that is a file to read. */
const FILE_ARGUMENTS = [
  'push none --source Tickets',
  'upload none.csv --source Tickets',
  'invites send Tickets none.csv',
  'learn none.har',
  'openapi --check none.json',
  'webhooks replay none.http --to http://127.0.0.1:9',
  'emulator seed none.yaml',
  'emulator import none.json',
  'emulator templates set Tickets none.json',
  'emulator analysis-rules set none.json',
]

test('a file that is not there is named as it was typed', async () => {
  const stage = await openStage()
  writeStageFiles(stage.cwd)
  // Facts also come from the environment and the project file, so theirs is a whole path.
  const options = Object.entries(PATH_OPTIONS).flatMap(([name, does]) =>
    does === 'reads' && !/(facts|overrides)$/.test(name) ? [argvOf(name, 'missing/none')] : [],
  )
  const bad: string[] = []
  try {
    for (const line of [...options, ...FILE_ARGUMENTS]) {
      const { stderr } = await stage.run(line)
      const typed = /(missing\/)?none\S*/.exec(line)![0]
      if (!stderr.includes(`file not found: ${typed}\n`)) bad.push(`${line}: ${stderr}`)
    }
  } finally {
    await stage.close()
  }
  expect(bad).toEqual([])
})

test.each([
  'push none.csv --source Tickets',
  'upload none.csv --source Tickets',
  'emulator seed none.toml',
  'emulator orgs create --seed none.toml',
])('%s: the hint says where to get a file to try', async (line) => {
  const stage = await openStage()
  try {
    const { stderr } = await stage.run(line)
    expect(stderr).toContain('Check the path. `inpk examples` writes files to try.')
  } finally {
    await stage.close()
  }
})
