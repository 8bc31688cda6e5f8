import type { Json } from './exchange.js'
import type { Organization } from './organization.js'
import { openScene, payloadOf, type Scene } from './scene.js'

export const TEMPLATE = {
  subject: 'How was {{product}}?',
  text: 'Dear {{name}},\n\nhow was {{product}}? Tell us: {{survey_link}}\n',
  html: '<p>Dear {{name}},</p><p>how was <b>{{product}}</b>? <a href="{{survey_link}}">Tell us</a></p>',
  variables: [
    { name: 'name', required: true },
    { name: 'product', required: false },
  ],
}

/** A scene whose source can send invites; elsewhere one that can already. */
export async function openInviteScene(world: Organization): Promise<Scene> {
  const scene = await openScene(world)
  if (world.target.kind === 'emulator') {
    await writeTemplate(world, scene.sourceId)
    await setDomain(world)
  } else if (!payloadOf(await world.get(`/sources/${scene.sourceId}/invite-template`)).present) {
    world.skip('the source has no invite template')
  }
  return scene
}

export async function writeTemplate(world: Organization, sourceId: string, members: Partial<typeof TEMPLATE> = {}) {
  payloadOf(await world.control('PUT', `/invite-templates/${sourceId}`, { ...TEMPLATE, ...members }))
}

export async function setDomain(world: Organization, domain: string | null = 'mail.example.com', status = 'verified') {
  return payloadOf(await world.control('PUT', '/sender-domain', { domain, status }))
}

/** So many recipients, with all that the template asks for. */
export function recipients(length: number, prefix = 'ada'): Json[] {
  return Array.from({ length }, (_, index) => recipient(`${prefix}${index + 1}@example.com`))
}

export function recipient(email: string, members: Record<string, unknown> = {}): Json {
  return { email, variables: { name: 'Ada', product: 'the lamp' }, ...members }
}

export function send(world: Organization, scene: Scene, list: readonly Json[], members: Record<string, unknown> = {}) {
  return world.post(`/sources/${scene.sourceId}/invites`, { recipients: list, ...members })
}

/** The mails in the outbox, newest first. */
export async function outbox(world: Organization, query = ''): Promise<Json[]> {
  return payloadOf(await world.control('GET', `/outbox?limit=200${query}`)).items
}
