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
export async function openInviteScene(org: Organization): Promise<Scene> {
  const scene = await openScene(org)
  if (org.target.kind === 'emulator') {
    await writeTemplate(org, scene.sourceId)
    await setDomain(org)
  } else if (!payloadOf(await org.get(`/sources/${scene.sourceId}/invite-template`)).present) {
    org.skip('the source has no invite template')
  }
  return scene
}

export async function writeTemplate(org: Organization, sourceId: string, members: Partial<typeof TEMPLATE> = {}) {
  payloadOf(await org.control('PUT', `/invite-templates/${sourceId}`, { ...TEMPLATE, ...members }))
}

export async function setDomain(org: Organization, domain: string | null = 'mail.example.com', status = 'verified') {
  return payloadOf(await org.control('PUT', '/sender-domain', { domain, status }))
}

/** So many recipients, with all that the template asks for. */
export function recipients(length: number, prefix = 'ada'): Json[] {
  return Array.from({ length }, (_, index) => recipient(`${prefix}${index + 1}@example.com`))
}

export function recipient(email: string, members: Record<string, unknown> = {}): Json {
  return { email, variables: { name: 'Ada', product: 'the lamp' }, ...members }
}

export function send(org: Organization, scene: Scene, list: readonly Json[], members: Record<string, unknown> = {}) {
  return org.post(`/sources/${scene.sourceId}/invites`, { recipients: list, ...members })
}

/** The mails in the outbox, newest first. */
export async function outbox(org: Organization, query = ''): Promise<Json[]> {
  return payloadOf(await org.control('GET', `/outbox?limit=200${query}`)).items
}
