import { it } from 'vitest'
import type { Organization, OrganizationOptions } from './organization.js'
import { openReceivingWorld, type Receiver } from './receiver.js'

/** A test of webhooks: an emulator of its own whose deliveries go to a receiver of the test, on a frozen clock. */
export function webhookRule(
  title: string,
  run: (world: Organization, receiver: Receiver) => Promise<void>,
  options: OrganizationOptions = {},
): void {
  it(title, async (context) => {
    const skip = (reason: string): never => context.skip(reason) as never
    if (process.env.INPK_CONFORMANCE_URL) skip('needs the emulator: its deliveries are watched')
    const { world, receiver } = await openReceivingWorld(skip, options)
    await run(world, receiver)
  })
}
