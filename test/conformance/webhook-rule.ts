import { it } from 'vitest'
import type { Organization, OrganizationOptions } from './organization.js'
import { openReceivingOrganization, type Receiver } from './receiver.js'

/** A test of webhooks: an emulator of its own whose deliveries go to a receiver of the test, on a frozen clock. */
export function webhookRule(
  title: string,
  run: (org: Organization, receiver: Receiver) => Promise<void>,
  options: OrganizationOptions = {},
): void {
  it(title, async (context) => {
    const skip = (reason: string): never => context.skip(reason) as never
    if (process.env.INPK_CONFORMANCE_URL) skip('needs the emulator: its deliveries are watched')
    const { org, receiver } = await openReceivingOrganization(skip, options)
    await run(org, receiver)
  })
}
