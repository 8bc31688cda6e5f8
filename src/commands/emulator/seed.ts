import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import type { ControlBodyOf } from '../../contract/control/index.js'
import { type Result, result, withHint } from '../../output/outcome.js'
import { callControl } from './control-commands.js'
import { explainRefusal, readDocument } from './document-file.js'
import { EMULATOR_OPTIONS } from './emulator-options.js'

export const COMMAND = command({
  examples: [
    ['emulator seed shop.yaml', 'groups, sources, feedback, members, API keys, webhooks'],
    ['emulator seed shop.yaml && inpk emulator reset', 'reset to the state right after the seed'],
  ],
  arguments: [{ name: 'FILE', purpose: 'YAML or JSON; - reads stdin', required: true }],
  options: EMULATOR_OPTIONS,
  run: seed,
})

async function seed({ args, org }: CommandInput<typeof EMULATOR_OPTIONS>, factory: Factory): Promise<Result> {
  const file = await readDocument(factory.environment, args[0]!, 'seed')
  const organization = await callControl(factory, org, 'seedOrganization', {
    body: file.value as ControlBodyOf<'seedOrganization'>,
  }).catch((error) => {
    throw explainRefusal(error, file)
  })
  const seeded = result(organization, ({ org_id: id, name }) => [
    `Seeded organisation ${id} (${name}) from ${args[0]}.`,
  ])
  return withHint(seeded, () => '`inpk emulator reset` returns here.')
}
