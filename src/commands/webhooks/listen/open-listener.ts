import { join, resolve } from 'node:path'
import type { Certificate } from '../../../base/certificate.js'
import { writeOutput } from '../../../base/output-file.js'
import type { Factory } from '../../../cli/factory.js'
import { readHeaders } from '../../header-lines.js'
import { deliveryForm } from '../delivery-form.js'
import { requireReceiverUrl } from '../send-delivery.js'
import { prepareFolder } from './save-delivery.js'
import type { ListenerContext } from './take-delivery.js'

interface ListenerOptions {
  forwardTo: string | undefined
  /** Lines `Name: value` for what is forwarded. */
  header: readonly string[]
  save: string | undefined
  respond: number | undefined
  times: number | undefined
}

/** What a listener does with deliveries; its folder is there when it resolves, with the certificate others have to trust. */
export async function openListener(
  { forwardTo, header, save, respond, times = Number.POSITIVE_INFINITY }: ListenerOptions,
  {
    factory,
    secrets,
    certificate,
  }: { factory: Factory; secrets: ListenerContext['secrets']; certificate: Certificate | undefined },
): Promise<ListenerContext> {
  const target = forwardTo === undefined ? undefined : requireReceiverUrl(forwardTo)
  const saveIn = save === undefined ? undefined : resolve(factory.environment.cwd, save)
  if (saveIn !== undefined) await prepareFolder(saveIn)
  if (saveIn !== undefined && certificate) await writeOutput(join(saveIn, 'certificate.pem'), [certificate.cert])
  return {
    factory,
    idHeader: (await deliveryForm(factory)).header,
    secrets,
    forwardTo: target,
    headers: readHeaders(header),
    saveIn,
    respond: respond === undefined ? undefined : { status: respond, times },
    seen: { count: 0, deliveries: new Map(), bodies: [] },
  }
}

/** The secrets to verify with; waited for until the first subscription has one, for a delivery may come before its answer. */
export function changingSecrets(given: readonly string[]): {
  current: ListenerContext['secrets']
  replace(secret: string): void
} {
  let tell: (secrets: readonly string[]) => void = () => {}
  let known = Promise.resolve(given)
  if (given.length === 0) {
    known = new Promise((done) => {
      tell = done
    })
  }
  return {
    current: () => known,
    replace(secret) {
      tell([secret])
      known = Promise.resolve([secret])
    },
  }
}
