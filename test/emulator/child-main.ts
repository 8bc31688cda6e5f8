import { type Emulator, type EmulatorOptions, startEmulator } from '../../emulator/index.js'

// Emulators in a process of their own: options as JSON in the first argument, of one or of several, and one line of JSON once
// they are ready. It ends when its input ends, so that it never outlives a test that was stopped.
const asked: EmulatorOptions | EmulatorOptions[] = JSON.parse(process.argv[2] ?? '{}')
const started = await Promise.all([asked].flat().map((options) => startEmulator(options))).catch(
  (error: Error & { code?: string }) => {
    process.stdout.write(`${JSON.stringify({ failed: error.name, code: error.code, message: error.message })}\n`)
    process.exit(3)
  },
)
const tell = ({ baseUrl, dashboardUrl, apiKeys, recovered }: Emulator) => ({
  baseUrl,
  dashboardUrl,
  apiKeys,
  recovered,
})
process.stdin.on('end', () => void Promise.all(started.map((emulator) => emulator.close())))
process.stdin.resume()
process.stdout.write(`${JSON.stringify(Array.isArray(asked) ? started.map(tell) : tell(started[0]!))}\n`)
