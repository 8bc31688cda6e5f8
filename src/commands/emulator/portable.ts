import { count } from '../../base/count.js'
import { writeOutput } from '../../base/output-file.js'
import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { text } from '../../cli/options.js'
import { findOutputPath } from '../../cli/output-path.js'
import { readJsonObject } from '../../cli/read-json-file.js'
import { type CommandOutcome, result } from '../../output/outcome.js'
import { printableJson, printableLine } from '../../terminal/printable.js'
import { requireReplaceableFile } from '../replace-file.js'
import { callControl, recordCommand } from './control-commands.js'
import { EMULATOR_OPTIONS } from './emulator-options.js'
import { newSecretLines } from './new-secret-lines.js'

const OPTIONS = { to: text('--to <file>', 'write to this file instead of stdout'), ...EMULATOR_OPTIONS }

export const EXPORT = command({
  examples: [
    ['emulator export --to shop.json', 'contains no webhook secrets, and API keys only as hashes'],
    ['emulator export | jq ".items | length"'],
  ],
  options: OPTIONS,
  run: exportOrganization,
})

async function exportOrganization(
  { to, org }: CommandInput<typeof OPTIONS>,
  factory: Factory,
): Promise<CommandOutcome> {
  const file = await findOutputPath(factory.environment, to)
  if (file !== undefined) await requireReplaceableFile(factory, file, to!)
  const document = await callControl(factory, org, 'exportOrganization')
  await factory.screen.note('This file is not affected by later erases; delete it yourself if it holds erased data.')
  const text = `${printableJson(JSON.stringify(document))}\n`
  if (file === undefined) return { chunks: [text] }
  await writeOutput(file, [text], { secret: true })
  // An emulator of another version may keep them elsewhere: then no one knows how many there are.
  const items = Array.isArray(document.items) ? document.items.length : null
  return result({ file, items }, (shown) => [
    `Exported ${count(shown.items ?? undefined, 'item')} and all settings to ${printableLine(to!)}`,
  ])
}

export const IMPORT = recordCommand('importOrganization', {
  examples: [['emulator import shop.json', 'replace everything; `inpk emulator undo` reverts it']],
  arguments: [{ name: 'FILE', purpose: 'file written by `inpk emulator export`; - reads stdin', required: true }],
  input: async ({ args: [path = '-'] }, { environment }) => {
    const body = await readJsonObject(environment, path, 'Give a file that `inpk emulator export` wrote.')
    return { body, file: { path, value: body, kind: 'export' } }
  },
  view: ({ org_id: id, name, new_secrets: made }) => [
    `Imported organisation ${id} (${name}).`,
    ...newSecretLines(made),
  ],
})
