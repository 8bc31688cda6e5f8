import { processEnvironment } from '../../src/cli/environment.js'
import { runCommandLine } from '../../src/cli/run.js'
import { TREE } from '../../src/commands/tree.js'

// Command lines side by side in one process, which one kill ends: in the first argument a list in JSON, each with its `argv`, `env` and
// folder; a line of JSON for each as it ends, with its place in the list. It ends when its input ends, as no test may outlive its own.
const asked: { argv: string[]; env: Record<string, string>; cwd: string }[] = JSON.parse(process.argv[2]!)
// Each command listens for signals.
process.setMaxListeners(0)
process.stdin.on('close', () => process.exit(1)).resume()
const commands = asked.map(async ({ argv, env, cwd }, index) => {
  const said = { stdout: '', stderr: '' }
  const keep = (name: keyof typeof said) => ({
    isTerminal: false,
    columns: () => undefined,
    async write(text: string | Uint8Array) {
      said[name] += typeof text === 'string' ? text : Buffer.from(text).toString()
    },
  })
  const environment = {
    ...processEnvironment(),
    env,
    cwd,
    homeDirectory: cwd,
    stdout: keep('stdout'),
    stderr: keep('stderr'),
  }
  const code = await runCommandLine(TREE, argv, environment)
  process.stdout.write(`${JSON.stringify({ index, code, ...said })}\n`)
})
await Promise.all(commands)
process.exit()
