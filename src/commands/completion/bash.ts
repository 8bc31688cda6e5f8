import { COMMANDS_FOR_NAMES, type CompletionTable, type CompletionWord } from './table.js'

/** A text as one word of a POSIX shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** A `case` that prints the words of the first pattern that fits; nothing fits: it fails. */
export function caseFunction(
  name: string,
  subject: string,
  rows: readonly (readonly [pattern: string, words: string])[],
) {
  const arms = rows.map(([pattern, words]) => `    ${pattern}) echo ${quoted(words)} ;;`)
  return [`${name}() {`, `  case "${subject}" in`, ...arms, '    *) return 1 ;;', '  esac', '}'].join('\n')
}

/** A function that prints the names that a word such as `@sources` stands for, a line each. */
export const NAMES_FUNCTION = [
  '_inpk_names() {',
  '  case "$1" in',
  ...Object.entries(COMMANDS_FOR_NAMES).map(([names, line]) => `    *@${names}) inpk ${line} ;;`),
  '  esac 2>/dev/null </dev/null',
  '}',
].join('\n')

/** Puts the words that bash took apart at colons together again, in `joined`: as the line shows, no space is between them. */
const JOIN_FUNCTION = `_inpk_join() {
  local i word line="$COMP_LINE"
  joined=()
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    if ((i > 0)) && [[ "$line" != [[:space:]]* ]] && [[ "$word" == :* || "\${COMP_WORDS[i-1]}" == *: ]]; then
      joined[\${#joined[@]}-1]+="$word"
    else joined+=("$word")
    fi
    line="\${line#*"$word"}"
  done
}`

const MAIN = `_inpk() {
  local cur prev at='' word words typed i args=0 skip='' joined last head
  _inpk_join
  last=$((\${#joined[@]} - 1))
  cur="\${joined[last]}"
  prev="\${joined[last-1]}"
  [ "$cur" = '=' ] && cur=''
  [ "$prev" = '=' ] && prev="\${joined[last-2]}"
  COMPREPLY=()
  for ((i = 1; i < last; i++)); do
    word="\${joined[i]}"
    if [ -n "$skip" ]; then
      [ "$word" = '=' ] || skip=''
      continue
    fi
    case "$word" in
      --) return ;;
      -*)
        _inpk_values "$at" "$word" >/dev/null && skip=1
        continue
        ;;
    esac
    case " $(_inpk_commands "$at") " in
      *" $word "*) at="\${at:+$at }$word" ;;
      *) args=$((args + 1)) ;;
    esac
  done
  if [[ "$prev" == -* ]] && words="$(_inpk_values "$at" "$prev")"; then :
  elif [[ "$cur" == -* ]]; then words="$(_inpk_options "$at") $(_inpk_global_options)"
  else words="$(_inpk_commands "$at") $(_inpk_arguments "$at" "$args")"
  fi
  if [[ "$words" == *@* ]]; then
    typed="$cur"
    case "$cur" in [\\"\\']*) typed="\${cur:1}" ;; esac
    while IFS= read -r word; do
      [ "$typed" = "$cur" ] && word="$(printf '%q' "$word")"
      [[ "$word" == "$typed"* ]] && COMPREPLY+=("$word")
    done < <(_inpk_names "$words")
    # bash replaces what stands behind the last colon alone, except in quotes.
    head="\${cur%"\${cur##*:}"}"
    if [ "$typed" = "$cur" ] && [[ "$COMP_WORDBREAKS" == *:* ]]; then
      for i in "\${!COMPREPLY[@]}"; do COMPREPLY[i]="\${COMPREPLY[i]#"$head"}"; done
    fi
    return
  fi
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$words" -- "$cur")
}
complete -o default -F _inpk inpk`

/** The completion of bash, 3.2 and later; files where nothing else is known. */
export function bashScript(table: CompletionTable): string {
  const words = (list: readonly CompletionWord[]) => list.map(({ word }) => word).join(' ')
  const rows = (entries: Map<string, readonly CompletionWord[]>) =>
    [...entries].map(([path, list]) => [quoted(path), words(list)] as const)
  const values = [...table.values].map(([place, list]) => [quoted(place), list.join(' ')] as const)
  const everywhere = [...table.globalValues].map(
    ([option, list]) => [`*${quoted(` ${option}`)}`, list.join(' ')] as const,
  )
  const places = [...table.arguments].map(([place, list]) => [quoted(place), list.join(' ')] as const)
  return `${[
    '# Completion of inpk for bash: eval "$(inpk completion bash)"',
    caseFunction('_inpk_commands', '$1', rows(table.commands)),
    caseFunction('_inpk_options', '$1', rows(table.options)),
    caseFunction('_inpk_values', '$1 $2', [...values, ...everywhere]),
    caseFunction('_inpk_arguments', '$1 $2', places),
    `_inpk_global_options() { echo ${quoted(words(table.globalOptions))}; }`,
    NAMES_FUNCTION,
    JOIN_FUNCTION,
    MAIN,
  ].join('\n')}\n`
}
