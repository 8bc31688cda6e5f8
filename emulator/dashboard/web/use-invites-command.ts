import { COMMANDS } from './commands.js'
import { useRecord } from './use-record.js'

/** The command that sends an invite; undefined while there is no template or no verified domain to send from. */
export function useInvitesCommand(): string | undefined {
  const template = useRecord('listTemplates').data?.items[0]
  const domain = useRecord('getSenderDomain').data
  if (template === undefined || domain?.status !== 'verified') return undefined
  const required = template.variables.filter((variable) => variable.required)
  return COMMANDS.sendInvites(
    template.source_id,
    required.map(({ name }) => name),
  )
}
