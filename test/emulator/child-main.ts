import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type EmulatorOptions, startEmulator } from '../../emulator/index.js'

// Emulators in a process of their own: options as JSON in the first argument, of one or a list of several, and a line of JSON for each
// as it is ready, with its place in the list. Each line of input is answered with a line that says how much memory is in use. It ends
// when its input ends, so that it never outlives a test that was stopped.
const asked: EmulatorOptions[] = [JSON.parse(process.argv[2] ?? '{}')].flat()
const tell = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)
const started = asked.map(async (options, index) => {
  const { baseUrl, dashboardUrl, apiKeys, recovered, close } = await startEmulator(options).catch(
    (error: Error & { code?: string }) => {
      tell({ index, failed: error.name, code: error.code, message: error.message })
      process.exit(3)
    },
  )
  tell({ index, baseUrl, dashboardUrl, apiKeys, recovered })
  return close
})
process.stdin.on('end', () => started.forEach(async (close) => (await close)()))
process.stdin.on('data', () => void tellMemory())

/** Collected first, more than once: what a finaliser lets go of is only free the next time. */
async function tellMemory(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let time = 0; time < 4; time += 1) {
    collect()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  tell(process.memoryUsage())
}
