import { clientSettings } from '../../cli/client.js'
import { requireDashboardUrl } from '../../cli/control-client.js'
import type { Factory } from '../../cli/factory.js'
import { createClient } from '../../client/index.js'
import { parseApiKey } from '../../contract/api-key.js'
import { Failure } from '../../terminal/failure.js'
import type { Probe } from '../../truth/conformance/probe.js'
import { emulatorStages, STAGE_NAME, type Stages, serviceStages } from '../../truth/conformance/staged/stages.js'
import { requireConfirmation } from '../confirm.js'

/**
 * Where `--write` looks: organisations of its own on an emulator, which go again; on a service its test environment, once that is
 * confirmed. Refuses a live key.
 */
export async function openStages(factory: Factory, probe: Probe, confirm: string | undefined): Promise<Stages> {
  const settings = await factory.settings()
  const key = parseApiKey(settings.apiKey?.value ?? '')
  const run = new Date(factory.environment.now()).toISOString().slice(0, 19)
  if ((await probe.seen('/me')).headers['x-emulator-instance'] !== undefined) {
    const given = { ...clientSettings(factory, settings), retries: 0, pace: false }
    const clientFor = (apiKey: string) => createClient({ ...given, apiKey })
    const [control, dashboardUrl] = [await factory.control(), requireDashboardUrl(factory)]
    return emulatorStages(probe.settings, { control, dashboardUrl, clientFor, run })
  }
  if (key?.environment !== 'test') {
    throw new Failure({
      exit: 'usage',
      code: 'TEST_KEY_NEEDED',
      message: '--write needs a key of the test environment: what it pushes would be charged',
      hint: 'Use a test key, or leave out --write.',
    })
  }
  const { org_name } = await (await factory.client()).getMe()
  const what = `Create groups, sources and items named "${STAGE_NAME} …" in ${JSON.stringify(org_name ?? '')}; groups and sources stay`
  await requireConfirmation(factory, { what, name: org_name ?? '', confirm })
  const given = clientSettings(factory, settings)
  return serviceStages(probe.settings, { clientFor: (apiKey) => createClient({ ...given, apiKey }), run })
}
