import type { Command as Commander } from 'commander'

/** What commander says, as a person would; `args`: what was typed besides options. */
export function sentenceOf(message: string, args: readonly string[]): string {
  return message
    .replace(/^error: /, '')
    .replace(/^option '(?:-\w, )?(--[\w-]+ .*)' argument missing$/s, '$1 needs a value')
    .replace(/^unknown option '(-\d[^']*)'$/, 'unknown option $1; a value that starts with - goes after `--`')
    .replace(/^too many arguments\. Expected (\d+) .*$/, (_, most: string) => {
      const extra = shown(args[Number(most)] ?? '')
      return `unexpected argument${extra}: ${most === '0' ? 'it takes none' : `at most ${most} taken`}`
    })
    .replace(
      /\n\(Did you mean (?:one of )?(.*)\?\)$/s,
      (_, names: string) =>
        `. Did you mean ${names
          .split(', ')
          .map((name) => `\`${name}\``)
          .join(' or ')}?`,
    )
}

/** An argument in quotes, unless it may be a key or secret that was typed in the wrong place. */
function shown(arg: string): string {
  return /^(whsec_|[^_]*_[^_]+_)/.test(arg) || arg.length > 40 ? '' : ` ${JSON.stringify(arg)}`
}

/** Options that share a word with an unknown one, such as `--feedback-type` with `--type`, where commander finds none like it. */
export function relatedOptions(message: string, commander: Commander): string | undefined {
  const unknown = /^error: unknown option '--([a-z][\w-]*)[^']*'$/.exec(message)?.[1]
  if (unknown === undefined) return undefined
  const words = new Set(unknown.split('-').flatMap((word) => [word, `${word}s`]))
  const flags = commander.options.filter(({ hidden }) => !hidden).flatMap(({ long }) => long ?? [])
  const related = flags.filter((flag) =>
    flag
      .slice(2)
      .split('-')
      .some((word) => words.has(word)),
  )
  if (related.length === 0 || related.length > 3) return undefined
  return `Did you mean ${related.map((flag) => `\`${flag}\``).join(' or ')}?`
}
