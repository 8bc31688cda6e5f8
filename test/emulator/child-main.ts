import { type EmulatorOptions, startEmulator } from '../../emulator/index.js'

// An emulator in a process of its own: options as JSON in the first argument, and one line of JSON once it is ready. It ends when
// its input ends, so that it never outlives a test that was stopped.
const asked: EmulatorOptions = JSON.parse(process.argv[2] ?? '{}')
const { baseUrl, dashboardUrl, apiKeys, recovered, close } = await startEmulator(asked).catch(
  (error: Error & { code?: string }) => {
    process.stdout.write(`${JSON.stringify({ failed: error.name, code: error.code, message: error.message })}\n`)
    process.exit(3)
  },
)
process.stdin.on('end', () => void close())
process.stdin.resume()
process.stdout.write(`${JSON.stringify({ baseUrl, dashboardUrl, apiKeys, recovered })}\n`)
