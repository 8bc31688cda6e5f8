import { expect, test } from 'vitest'
import { scratchFolder, writeFile } from '../commands/scratch.js'
import { openBench, stageSource } from '../commands/with-emulator.js'
import { PATH_OPTIONS } from './path-options.js'

/** What is in these is taken as it is. */
const AS_IT_IS = /secret-file|api-key-file|api --input|(sign|verify) --body|subscriptions create --ca/

/** A line for each command that reads a file with some structure; FILE is that file. */
const LINES: Record<string, string> = {
  '--facts': 'me --facts FILE',
  'emulator exec --overrides': 'emulator exec --overrides FILE -- true',
  'emulator exec --replay': 'emulator exec --replay FILE',
  'emulator exec --seed': 'emulator exec --seed FILE -- true',
  'emulator start --overrides': 'emulator start --ephemeral --overrides FILE',
  'emulator orgs create --seed': 'emulator orgs create Other --seed FILE',
  'emulator start --seed': 'emulator start --ephemeral --seed FILE',
  'feedback erase --from': 'feedback erase --from FILE --yes',
  'mcp call --input': 'mcp call list_sources --input FILE',
  'sources create --from': 'sources create Other --group Support --from FILE',
  'webhooks prove --scenario':
    'webhooks prove http://127.0.0.1:9 --scenario FILE --secret-env S --state-command true --reset-command true',
  'webhooks trigger --data': 'webhooks trigger content.pushed --data FILE',
  'webhooks verify --request': 'webhooks verify --request FILE --secret-env S',
  push: 'push FILE --source Tickets',
  'invites send': 'invites send Tickets FILE',
  learn: 'learn FILE',
  'openapi --check': 'openapi --check FILE',
  'emulator import': 'emulator import FILE',
  'emulator seed': 'emulator seed FILE',
  'emulator templates set': 'emulator templates set Tickets FILE',
  'emulator analysis-rules set': 'emulator analysis-rules set FILE',
}

const BROKEN = '{"external_id,email": [\n  1,'
/** Those whose refusal has the place: of the others the file may be of several kinds, or is no JSON. */
const PLACED = /facts|overrides|seed|--input|--from|--data|^push|^learn|import|templates|analysis-rules/

test('every command that reads a file says that a broken one does not pass, with exit code 6', async () => {
  const reading = Object.entries(PATH_OPTIONS).filter(([name, does]) => does === 'reads' && !AS_IT_IS.test(name))
  expect(reading.map(([name]) => name).filter((name) => !Object.hasOwn(LINES, name))).toEqual([])
  const bench = await openBench()
  await stageSource(bench)
  const cwd = scratchFolder()
  writeFile(cwd, 'broken.json', BROKEN)
  const bad: string[] = []
  for (const [name, line] of Object.entries(LINES)) {
    const argv = line.split(' ').map((word) => (word === 'FILE' ? 'broken.json' : word))
    const { code, stderr } = await bench.run(argv, { cwd, env: { S: 'whsec_one' } })
    const isPlaced = !PLACED.test(name) || /feedback/.test(name) || /2:\d+|line 2/.test(stderr)
    // Any other code would be that of the command it runs.
    const wanted = /^emulator exec --(overrides|seed)/.test(name) ? 125 : 6
    if (code !== wanted || !isPlaced) bad.push(`${argv.join(' ')}: ${code} ${stderr}`)
  }
  expect(bad).toEqual([])
})
