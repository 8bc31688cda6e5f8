import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type EmulatorOptions, startEmulator } from '../../emulator/index.js'

// An emulator in a process of its own: options as JSON in the first argument, and one line of JSON once it is ready. Each line of
// input is answered with a line that says how much memory is in use. It ends when its input ends, so that it never outlives a test
// that was stopped.
const asked: EmulatorOptions = JSON.parse(process.argv[2] ?? '{}')
const { baseUrl, dashboardUrl, apiKeys, recovered, close } = await startEmulator(asked).catch(
  (error: Error & { code?: string }) => {
    process.stdout.write(`${JSON.stringify({ failed: error.name, code: error.code, message: error.message })}\n`)
    process.exit(3)
  },
)
process.stdin.on('end', () => void close())
process.stdin.on('data', () => void tellMemory())
process.stdout.write(`${JSON.stringify({ baseUrl, dashboardUrl, apiKeys, recovered })}\n`)

/** Collected first, more than once: what a finaliser lets go of is only free the next time. */
async function tellMemory(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let time = 0; time < 4; time += 1) {
    collect()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  process.stdout.write(`${JSON.stringify(process.memoryUsage())}\n`)
}
