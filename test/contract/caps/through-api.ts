import type { Caps } from '../../../src/contract/caps.js'
import { handSignIn } from '../../emulator/oauth/sign-in.js'
import { bulkBody, type Json, makePlace, requireOk, type Service, startService } from '../../emulator/service.js'
import type { Driven, Driver } from './driven.js'

const HOOK = 'https://127.0.0.1:9/hook'
const WEEK = '7d'

/** A list of a state that grows by what `prepare` begins; its length is that of the rows an export shows. */
function rows(
  cap: Partial<Caps>,
  count: (state: Json) => number,
  prepare: (service: Service) => Promise<(number: number) => Promise<unknown>>,
): Promise<Driven> {
  return startService({ caps: cap, outbound: async () => ({ status: 204 }) }).then(async (service) => {
    const add = await prepare(service)
    return {
      async add(number) {
        await add(number)
        await service.emulator.idle()
      },
      held: async () => count(requireOk(await service.control('GET', '/export')).state),
    }
  })
}

const size = (table: string) => (state: Json) => Object.keys(state[table]).length
const among = (table: string, fits: (row: Json) => boolean) => (state: Json) =>
  Object.values<Json>(state[table]).filter(fits).length

async function makeGroup({ call }: Service, number: number, idempotencyKey?: string): Promise<Json> {
  const ask = idempotencyKey === undefined ? {} : { idempotencyKey }
  return requireOk(await call('POST', '/survey_series/create', { name: `Group ${number}` }, ask))
}

/** Sends one invite a call; what becomes of it is known when the clock has gone on. */
async function invites(service: Service, address: (number: number) => string) {
  const { survey_id } = await makePlace(service)
  const template = { subject: 'How was it?', text: '{{survey_link}}', html: '<a href="{{survey_link}}">Go</a>' }
  requireOk(await service.control('PUT', `/invite-templates/${survey_id}`, { ...template, variables: [] }))
  requireOk(await service.control('PUT', '/sender-domain', { domain: 'mail.example.com', status: 'verified' }))
  return async (number: number) => {
    const recipients = [{ email: address(number) }]
    requireOk(await service.call('POST', `/sources/${survey_id}/invites`, { recipients }))
    requireOk(await service.control('POST', '/clock/advance', { by: '1m' }))
  }
}

async function weeklyReport(service: Service): Promise<void> {
  const { survey_series_id } = await makeGroup(service, 0)
  requireOk(await service.control('PATCH', `/groups/${survey_series_id}`, { tracking: 'weekly' }))
  requireOk(await service.control('POST', '/reports', { feedback_group_id: survey_series_id }))
}

const MOST = 5

/** What a state or an answer holds, driven by requests to a whole service. */
export const THROUGH_API = {
  requests: {
    most: MOST,
    begin: async (most) => {
      const { call, control } = await startService({ caps: { requests: most } })
      return {
        add: () => call('GET', '/me'),
        held: async () => requireOk(await control('GET', '/requests?limit=200')).items.length,
      }
    },
  },
  changes: {
    most: MOST,
    begin: async (most) => {
      const service = await startService({ caps: { changes: most } })
      return {
        add: (number) => makeGroup(service, number),
        held: async () => requireOk(await service.control('GET', '/log?limit=200')).items.length,
      }
    },
  },
  deliveries: {
    most: MOST,
    begin: (most) =>
      rows({ deliveries: most }, size('deliveries'), async (service) => {
        await service.control('POST', '/subscriptions', { url: HOOK, events: ['series.created'] })
        return (number) => makeGroup(service, number)
      }),
  },
  tasks: {
    most: MOST,
    begin: (most) =>
      rows({ tasks: most }, size('tasks'), async (service) => {
        const place = await makePlace(service)
        return (number) => service.call('POST', '/content/push/bulk', bulkBody(place, [`text ${number}`]))
      }),
  },
  keptAnswers: {
    most: MOST,
    begin: (most) =>
      rows({ keptAnswers: most }, size('keptAnswers'), async (service) => {
        return (number) => makeGroup(service, number, `key-${number}`)
      }),
  },
  invites: {
    most: MOST,
    begin: (most) =>
      rows({ invites: most }, size('invites'), (service) => invites(service, (n) => `a${n}@example.com`)),
  },
  recipients: {
    most: MOST,
    begin: (most) =>
      rows({ recipients: most }, size('recipients'), (service) => invites(service, (n) => `a${n}@example.com`)),
  },
  suppressions: {
    most: MOST,
    begin: (most) =>
      rows({ suppressions: most }, size('suppressions'), (service) =>
        invites(service, (n) => `bounce${n}@example.com`),
      ),
  },
  revokedKeys: {
    most: MOST,
    begin: (most) =>
      rows(
        { revokedKeys: most },
        among('keys', ({ state }) => state === 'revoked'),
        async ({ control }) => {
          return async () => {
            const { id } = requireOk(
              await control('POST', '/keys', { label: 'CI', environment: 'test', scope: 'push' }),
            )
            requireOk(await control('DELETE', `/keys/${id}`))
          }
        },
      ),
  },
  endedConnections: {
    most: MOST,
    begin: (most) =>
      rows({ endedConnections: most }, size('connections'), async (service) => {
        const { signIn } = handSignIn(service)
        return async () => {
          await signIn()
          const { items } = requireOk(await service.control('GET', '/connections'))
          const { id } = items.find(({ state }: Json) => state === 'approved')
          requireOk(await service.control('DELETE', `/connections/${id}`))
        }
      }),
  },
  assistants: {
    most: MOST,
    begin: (most) => rows({ assistants: most }, size('oauthClients'), async (service) => handSignIn(service).register),
  },
  signIns: {
    most: MOST,
    begin: (most) =>
      rows({ signIns: most }, size('connections'), async (service) => {
        const { register, authorize } = handSignIn(service)
        const { client_id } = (await register()).json
        return () => authorize(client_id)
      }),
  },
  usedTokens: {
    most: MOST,
    begin: (most) =>
      rows(
        { usedTokens: most },
        among('oauthTokens', ({ used }) => used),
        async (service) => {
          const { signIn, refresh } = handSignIn(service)
          let { clientId, refresh_token } = await signIn()
          return async () => {
            refresh_token = (await refresh(clientId, refresh_token)).json.refresh_token
          }
        },
      ),
  },
  producedReports: {
    most: MOST,
    begin: (most) =>
      rows(
        { producedReports: most },
        ({ reports }) => reports[1].produced.length,
        async (service) => {
          await weeklyReport(service)
          return () => service.control('POST', '/clock/advance', { by: WEEK })
        },
      ),
  },
  spentFaults: {
    most: MOST,
    begin: (most) =>
      rows(
        { spentFaults: most },
        among('faults', ({ hits }) => hits === 1),
        async (service) => {
          return async () => {
            const fault = { operation: 'getMe', kind: 'status', status: 503, times: 1 }
            requireOk(await service.control('POST', '/faults', fault))
            await service.call('GET', '/me')
          }
        },
      ),
  },
  firedWork: {
    most: MOST,
    begin: async (most) => {
      const service = await startService({ caps: { firedWork: most } })
      await weeklyReport(service)
      let weeks = 0
      return {
        add: () => (weeks += 1),
        held: async () =>
          requireOk(await service.control('POST', '/clock/advance', { by: `${7 * weeks}d` })).fired.length,
      }
    },
  },
  countedKeys: {
    most: MOST,
    begin: async (most) => {
      const { call, control } = await startService({ caps: { countedKeys: most } })
      return {
        async add() {
          const settings = { label: 'CI', environment: 'test', scope: 'push' }
          await call('GET', '/me', undefined, { key: requireOk(await control('POST', '/keys', settings)).api_key })
        },
        held: async () =>
          requireOk(await control('GET', '/keys')).items.filter(({ usage }: Json) => usage.total > 0).length,
      }
    },
  },
} satisfies Record<string, Driver>
