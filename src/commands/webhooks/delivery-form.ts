import type { Factory } from '../../cli/factory.js'
import type { DeliveryForm } from '../../webhooks/tools.js'
import { contractOf } from '../contract-of.js'

/** How deliveries are on the wire under the facts in force. */
export async function deliveryForm(factory: Factory): Promise<DeliveryForm> {
  const contract = await contractOf(await factory.settingsUnsaid())
  return {
    header: contract.values['webhook-delivery-id'].header.toLowerCase(),
    dataToWire: (event, data) => contract.eventCodec(event)?.toWire(data) ?? data,
  }
}
