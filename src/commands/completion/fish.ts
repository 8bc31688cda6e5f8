import { COMMANDS_FOR_NAMES, type CompletionTable, type CompletionWord } from './table.js'

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

type Completion = readonly [pattern: string, words: readonly string[]]

/** A `switch` that prints the words of the first pattern that fits, a line each; nothing fits: it fails. */
function switchFunction(name: string, rows: readonly Completion[]): string {
  const arms = rows.flatMap(([pattern, words]) => [
    `    case ${pattern}`,
    `      ${words.length === 0 ? 'true' : `printf '%s\\n' ${words.map(quoted).join(' ')}`}`,
  ])
  return [`function ${name}`, '  switch "$argv"', ...arms, "    case '*'", '      return 1', '  end', 'end'].join('\n')
}

/** Prints the words it reads, and the names that one such as `@sources` stands for. */
const NAMES_FUNCTION = [
  'function __inpk_with_names',
  '  while read -l word',
  '    switch $word',
  ...Object.entries(COMMANDS_FOR_NAMES).flatMap(([names, line]) => [
    `      case '@${names}'`,
    `        inpk ${line} 2>/dev/null </dev/null`,
  ]),
  "      case '*'",
  '        echo $word',
  '    end',
  '  end',
  'end',
].join('\n')

const MAIN = `function __inpk_place
  set -g __inpk_at
  set -g __inpk_args 0
  set -g __inpk_option ''
  for word in (commandline -opc)[2..-1]
    if test -n "$__inpk_option"
      set -g __inpk_option ''
      continue
    end
    if string match -qr -- '^--.*=' $word
      continue
    end
    if string match -q -- '-*' $word
      if __inpk_values "$__inpk_at $word" >/dev/null
        set -g __inpk_option $word
      end
      continue
    end
    if __inpk_commands "$__inpk_at" | string replace -r '\\t.*' '' | string match -q -- $word
      set -g __inpk_at (string trim "$__inpk_at $word")
    else
      set -g __inpk_args (math $__inpk_args + 1)
    end
  end
end
function __inpk_words
  __inpk_place
  set -l current (commandline -ct)
  if test -n "$__inpk_option"
    __inpk_values "$__inpk_at $__inpk_option" | __inpk_with_names
    return
  end
  if string match -qr -- '^--.*=' $current
    set -l option (string replace -r '=.*' '' -- $current)
    for value in (__inpk_values "$__inpk_at $option" | __inpk_with_names)
      echo "$option=$value"
    end
  else if string match -q -- '-*' $current
    __inpk_options "$__inpk_at"
    __inpk_global_options
  else
    __inpk_commands "$__inpk_at"
    __inpk_arguments "$__inpk_at $__inpk_args" | __inpk_with_names
  end
end
function __inpk_has_words
  test (count (__inpk_words)) -gt 0
end
complete -c inpk -e
complete -c inpk -n __inpk_has_words -f -a '(__inpk_words)'`

/** The completion of fish, with the purpose of each word; files where nothing else is known. */
export function fishScript(table: CompletionTable): string {
  const lines = (list: readonly CompletionWord[]) => list.map(({ word, purpose }) => `${word}\t${purpose}`)
  const rows = (entries: Map<string, readonly CompletionWord[]>) =>
    [...entries].map(([path, list]): Completion => [quoted(path), lines(list)])
  const values = [...table.values].map(([place, list]): Completion => [quoted(place), list])
  const everywhere = [...table.globalValues].map(([option, list]): Completion => [quoted(`* ${option}`), list])
  const places = [...table.arguments].map(([place, list]): Completion => [quoted(place), list])
  return `${[
    '# Completion of inpk for fish: inpk completion fish | source',
    switchFunction('__inpk_commands', rows(table.commands)),
    switchFunction('__inpk_options', rows(table.options)),
    switchFunction('__inpk_values', [...values, ...everywhere]),
    switchFunction('__inpk_arguments', places),
    `function __inpk_global_options\n  printf '%s\\n' ${lines(table.globalOptions).map(quoted).join(' ')}\nend`,
    NAMES_FUNCTION,
    MAIN,
  ].join('\n')}\n`
}
