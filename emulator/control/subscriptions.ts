import { X509Certificate } from 'node:crypto'
import type { ControlBodyOf, ControlResultOf } from '../../src/contract/control/index.js'
import { LIMITS } from '../../src/contract/limits.js'
import { formatTime } from '../../src/contract/times.js'
import { findAddressFault } from '../adapters/address-fault.js'
import type { ControlContext, ControlHandler } from '../core/control-handler.js'
import { newSecret } from '../core/randomness-of.js'
import { invalid, notFound, Refusal } from '../core/refusal.js'
import { secretName } from '../jobs/deliver-webhook.js'
import { rowOfId } from '../operations/find-rows.js'
import { cancelDue, deliveryBody, newDelivery, withoutSubscription } from '../rules/deliveries.js'
import { findTargetFault } from '../rules/webhook-targets.js'
import { type Change, put } from '../state/change.js'
import type { State, Subscription } from '../state/state.js'
import { deliveryOnWire } from './deliveries.js'

const listSubscriptions: ControlHandler<'listSubscriptions'> = {
  decide: (_input, { state }) => ({ answer: { items: Object.values(state.subscriptions).map(subscriptionOnWire) } }),
}

/** A target for chosen events; its secret is shown here and after a regeneration only (SUB-1, SUB-3, SUB-7). */
const createSubscription: ControlHandler<'createSubscription'> = {
  decide({ body }, context) {
    const { state, now, ids } = context
    if (Object.keys(state.subscriptions).length >= LIMITS.subscriptions) {
      throw new Refusal('SUBSCRIPTION_LIMIT', `an organisation has at most ${LIMITS.subscriptions} subscriptions`)
    }
    const local = body.local ?? false
    if (body.ca !== undefined && !local) throw invalid({ ca: ['is only for subscriptions with local: true'] })
    if (body.ca !== undefined && !isCertificate(body.ca)) throw invalid({ ca: ['must be a certificate in PEM format'] })
    if (body.lease_seconds && !local) throw invalid({ lease_seconds: ['is only for subscriptions with local: true'] })
    requireTarget(body.url, local, context)
    const subscription: Subscription = {
      id: ids.next('subscription'),
      url: body.url,
      events: body.events,
      local,
      ca: body.ca ?? null,
      state: 'active',
      failureCount: 0,
      createdAt: now,
      leaseSeconds: body.lease_seconds ?? null,
    }
    const secret = newSecret(context.randomness)
    return {
      answer: { ...subscriptionOnWire(subscription), secret },
      summary: `created subscription ${subscription.id}`,
      changes: [put('subscriptions', subscription.id, subscription)],
      secrets: { set: { [secretName(subscription.id)]: secret } },
    }
  },
}

const getSubscription: ControlHandler<'getSubscription'> = {
  decide: ({ params }, { state }) => ({ answer: subscriptionOnWire(requireSubscription(state, params.id)) }),
}

/** Pausing cancels what is due; becoming active again starts the count at 0 (contract.md section 8). A lease is renewed. */
const updateSubscription: ControlHandler<'updateSubscription'> = {
  decide({ params, body }, context) {
    const current = requireSubscription(context.state, params.id)
    context.organization.counters.heardAt.set(current.id, context.service.clock.now())
    if (renewsOnly(body, current)) return { answer: subscriptionOnWire(current) }
    if (body.url !== undefined) requireTarget(body.url, current.local, context)
    const state = body.state ?? current.state
    const enabled = state === 'active' && current.state !== 'active'
    const resets = context.organization.contract.values['webhook-reenable'].rule === 'reset'
    const updated: Subscription = {
      ...current,
      url: body.url ?? current.url,
      events: body.events ?? current.events,
      state,
      failureCount: enabled && resets ? 0 : current.failureCount,
      leaseSeconds: body.lease_seconds ?? current.leaseSeconds ?? null,
    }
    const changes: Change[] = [put('subscriptions', updated.id, updated)]
    if (state === 'paused') changes.push(...cancelDue(context.state, updated.id))
    return { answer: subscriptionOnWire(updated), summary: `subscription ${updated.id} is ${state}`, changes }
  },
}

const deleteSubscription: ControlHandler<'deleteSubscription'> = {
  decide({ params }, { state }) {
    const { id } = requireSubscription(state, params.id)
    return {
      answer: undefined,
      summary: `deleted subscription ${id}`,
      changes: withoutSubscription(state, id),
      secrets: { remove: [secretName(id)] },
    }
  },
}

/** From now on every attempt is signed with the new secret (SUB-4, SIG-5). */
const regenerateSecret: ControlHandler<'regenerateSecret'> = {
  decide({ params }, context) {
    const subscription = requireSubscription(context.state, params.id)
    const secret = newSecret(context.randomness)
    return {
      answer: { ...subscriptionOnWire(subscription), secret },
      summary: `regenerated the secret of subscription ${subscription.id}`,
      changes: [put('subscriptions', subscription.id, subscription)],
      secrets: { set: { [secretName(subscription.id)]: secret } },
    }
  },
}

/** One attempt of the event `test`, in any state (EVT-15, EVT-16). */
const testSubscription: ControlHandler<'testSubscription'> = {
  decide({ params }, { state, now, ids, organization }) {
    const { id, url } = requireSubscription(state, params.id)
    const data = { subscription_id: id, message: 'This is a test delivery.' }
    const onWire = organization.contract.eventCodec('test')?.toWire(data) ?? data
    const delivery = {
      id: `dlv_${ids.next('delivery')}`,
      subscriptionId: id,
      url,
      event: 'test' as const,
      eventId: `evt_${ids.next('event')}`,
      kind: 'test' as const,
      body: deliveryBody('test', onWire, now),
    }
    const changes = newDelivery(delivery, now)
    const row = { ...delivery, state: 'pending' as const, createdAt: now, nextAttemptAt: now, attempts: [] }
    return { answer: deliveryOnWire(row, organization), summary: `sent a test event to subscription ${id}`, changes }
  },
}

function requireSubscription(state: Readonly<State>, id = ''): Subscription {
  const subscription = rowOfId(state.subscriptions, id)
  if (!subscription) throw notFound('subscription', id.slice(0, 40))
  return subscription
}

/** A listener says that it is still there; nothing changes, so nothing is written. */
function renewsOnly({ lease_seconds, ...others }: ControlBodyOf<'updateSubscription'>, current: Subscription): boolean {
  return Object.keys(others).length === 0 && lease_seconds !== undefined && lease_seconds === current.leaseSeconds
}

/** Whether a text holds certificates, and nothing broken among them. */
function isCertificate(pem: string): boolean {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? []
  try {
    return blocks.map((block) => new X509Certificate(block)).length > 0
  } catch {
    return false
  }
}

function requireTarget(url: string, local: boolean, { service }: ControlContext): void {
  const { allowPrivateWebhooks } = service.settings
  const fault =
    findTargetFault(url, { local, allowPrivate: allowPrivateWebhooks }) ??
    findAddressFault(new URL(url).hostname, { loopback: true, private: allowPrivateWebhooks, plain: local })
  if (fault) throw invalid({ url: [fault] })
}

function subscriptionOnWire(subscription: Subscription): ControlResultOf<'getSubscription'> {
  return {
    id: String(subscription.id),
    url: subscription.url,
    events: subscription.events,
    local: subscription.local,
    state: subscription.state,
    failure_count: subscription.failureCount,
    created_at: formatTime(subscription.createdAt),
    lease_seconds: subscription.leaseSeconds ?? null,
  }
}

export const HANDLERS = {
  listSubscriptions,
  createSubscription,
  getSubscription,
  updateSubscription,
  deleteSubscription,
  regenerateSecret,
  testSubscription,
}
