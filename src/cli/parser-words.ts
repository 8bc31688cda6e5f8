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
    .replace(/^unknown option '([^']*)'$/s, 'unknown option $1')
}

/** An argument in quotes, unless it may be a key or secret that was typed in the wrong place. */
function shown(arg: string): string {
  return /^(whsec_|[^_]*_[^_]+_)/.test(arg) || arg.length > 40 ? '' : ` ${JSON.stringify(arg)}`
}

/** The option a command doesn't have, as it was typed and without a value; undefined where something else is wrong. */
export function unknownOption(message: string): string | undefined {
  return /^error: unknown option '(--?[a-z][\w-]*)[^']*'$/i.exec(message)?.[1]
}
