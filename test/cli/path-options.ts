import { GLOBAL_OPTIONS } from '../../src/cli/global-options.js'
import type { OptionTable } from '../../src/cli/options.js'
import { leavesOf } from './every-command.js'

/** Every option whose value is a path on this machine, by command: what it does there. A new one has to be put here, and so meets the sweeps. */
export const PATH_OPTIONS: Record<string, 'reads' | 'writes' | 'goes on with' | 'folder'> = {
  '--api-key-file': 'reads',
  '--facts': 'reads',
  '--record': 'goes on with',
  'api --input': 'reads',
  'emulator exec --overrides': 'reads',
  'emulator exec --replay': 'reads',
  'emulator exec --seed': 'reads',
  'emulator export --to': 'writes',
  'emulator start --overrides': 'reads',
  'emulator orgs create --seed': 'reads',
  'emulator start --seed': 'reads',
  'emulator subscriptions create --ca': 'reads',
  'feedback erase --from': 'reads',
  'feedback export --to': 'writes',
  'learn --out': 'goes on with',
  'mcp call --input': 'reads',
  'push --rejects': 'writes',
  'push --watch': 'folder',
  'record --out': 'goes on with',
  'sources create --from': 'reads',
  'webhooks listen --save': 'folder',
  'webhooks listen --secret-file': 'reads',
  'webhooks prove --scenario': 'reads',
  'webhooks prove --secret-file': 'reads',
  'webhooks replay --secret-file': 'reads',
  'webhooks sign --body': 'reads',
  'webhooks sign --secret-file': 'reads',
  'webhooks test --old-secret-file': 'reads',
  'webhooks test --secret-file': 'reads',
  'webhooks trigger --data': 'reads',
  'webhooks trigger --secret-file': 'reads',
  'webhooks verify --body': 'reads',
  'webhooks verify --old-secret-file': 'reads',
  'webhooks verify --others': 'folder',
  'webhooks verify --request': 'reads',
  'webhooks verify --secret-file': 'reads',
}

/** The options of the tree that take a path, as `command --option`; the data folder, which all of the emulator's share, is left out. */
export async function pathOptionsOfTree(): Promise<string[]> {
  const own = await Promise.all(
    leavesOf().map(async ([name, leaf]) =>
      pathFlags((await leaf.load()).COMMAND.options).map((each) => `${name} ${each}`),
    ),
  )
  return [...pathFlags(GLOBAL_OPTIONS), ...own.flat()].filter((name) => !/^emulator .*--data$/.test(name)).sort()
}

function pathFlags(options: OptionTable): string[] {
  return Object.values(options)
    .filter(({ flags }) => /<(file|path|folder)>/.test(flags) && !/api-prefix/.test(flags))
    .map(({ flags }) => /--[\w-]+/.exec(flags)![0])
}
