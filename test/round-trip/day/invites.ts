import type { Program } from './program.js'
import type { Place } from './sources.js'

const TEMPLATE = {
  subject: 'How was your visit?',
  text: 'Dear {{guest}}: {{survey_link}}',
  html: '<p>{{guest}}</p><a href="{{survey_link}}">Tell us</a>',
  variables: [
    { name: 'guest', required: false },
    { name: 'room', required: false },
  ],
}

/** Invites from the first look at the template to what became of each mail. */
export async function invite({ ask, onPages, settled }: Program, { survey_id: id }: Place): Promise<void> {
  const params = { id }
  for (const status of ['missing', 'pending', 'verified']) {
    const domain = status === 'missing' ? null : 'mail.garden.example'
    await onPages('PUT', '/sender-domain', { domain, status })
    await ask('getInviteTemplate', { params })
  }
  await onPages('PUT', `/invite-templates/${id}`, TEMPLATE)
  await ask('getInviteTemplate', { params })
  const recipient = (name: string, number: number) => ({
    email: `${name}@garden.example`,
    external_id: `person-${number}`,
    variables: { guest: `Guest ${number}`, room: 'R2' },
  })
  const names = ['bob', 'eve', 'kim', 'bounce.joe', 'bounce.lee', 'complaint.max', 'bob']
  const recipients = names.map(recipient)
  await ask('sendInvites', { params, body: { recipients, dry_run: true, resend: false } })
  for (const again of [recipients, [...recipients, recipient('ann', 9)]]) {
    const sent = await ask('sendInvites', { params, body: { recipients: again, dry_run: false, resend: false } })
    if (sent.invite_id === undefined) continue
    const watched = { params: { id: String(sent.invite_id) } }
    const look = async () => {
      await ask('getInvite', watched)
      await ask('listInviteRecipients', { ...watched, query: { limit: 4 } })
    }
    await look()
    await settled()
    await look()
    await onPages('POST', '/clock/advance', { by: '2h' })
    await settled()
    await look()
    // All on one page: what became of those further down, too.
    await ask('listInviteRecipients', watched)
  }
}
