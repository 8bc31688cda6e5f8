// An emulator as `inpk emulator start` runs it; stops when asked, as after Ctrl-C.
import { setFlagsFromString } from 'node:v8'
import { startEmulator } from '../../../dist/emulator.js'

setFlagsFromString('--no-allocation-site-pretenuring')

const { baseUrl, dashboardUrl, apiKeys, close } = await startEmulator(JSON.parse(process.argv[2]))
process.on('message', async (message) => {
  if (message !== 'stop') return
  await close()
  process.exit()
})
process.send({ baseUrl, dashboardUrl, key: apiKeys.test.all })
