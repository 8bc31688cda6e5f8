import { type CommandInput, command, type NoOptions } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { eachOf } from '../../output/batches.js'
import type { StreamResult } from '../../output/outcome.js'
import { requireWord } from '../../terminal/require-word.js'
import { bashScript } from './bash.js'
import { fishScript } from './fish.js'
import { type CompletionTable, completionTable } from './table.js'
import { zshScript } from './zsh.js'

const SHELLS: Record<string, (table: CompletionTable) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}

export const COMMAND = command({
  examples: [
    ['completion bash > ~/.local/share/bash-completion/completions/inpk'],
    ['completion zsh > ~/.zfunc/_inpk', 'into a folder in your fpath'],
    ['completion fish | source', 'for this session'],
  ],
  arguments: [{ name: 'SHELL', purpose: 'bash, zsh or fish', required: true, choices: Object.keys(SHELLS) }],
  options: {},
  run: printCompletion,
})

async function printCompletion({ args }: CommandInput<NoOptions>, { tree }: Factory): Promise<StreamResult> {
  const shell = requireWord(args[0]!, Object.keys(SHELLS), 'shell')
  const script = SHELLS[shell]!(await completionTable(tree))
  return { chunks: eachOf([script]) }
}
