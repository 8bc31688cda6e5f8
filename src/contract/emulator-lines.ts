import { shellWord } from '../base/escape.js'

/** Options that say which emulator a command is about, by its data folder, and which of its organisations. */
export function emulatorOptions({ data, org }: { data?: string | undefined; org?: string | undefined }): string {
  const options = Object.entries({ data, org }).filter((each): each is [string, string] => each[1] !== undefined)
  return options.map(([name, value]) => ` --${name} ${shellWord(value)}`).join('')
}

/** What gives a shell the address and the keys of the emulator with a data folder. */
export function environmentOf(data: string): string {
  return `eval "$(inpk emulator env${emulatorOptions({ data })})"`
}

/** A command line that has no option for a data folder, with the environment of the emulator that has it. */
export function withEnvironmentOf(data: string, line: string): string {
  return `${environmentOf(data)} && ${line}`
}
