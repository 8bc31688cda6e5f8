import { caseFunction, NAMES_FUNCTION, quoted } from './bash.js'
import type { CompletionTable, CompletionWord } from './table.js'

const MAIN = `_inpk() {
  local cur="\${words[CURRENT]}" prev="\${words[CURRENT-1]}" at='' word found i args=0 skip=''
  local -a entries
  for ((i = 2; i < CURRENT; i++)); do
    word="\${words[i]}"
    if [[ -n "$skip" ]]; then skip=''; continue; fi
    case "$word" in
      --) _files; return ;;
      --*=*) continue ;;
      -*)
        _inpk_values "$at" "$word" >/dev/null && skip=1
        continue
        ;;
    esac
    if _inpk_commands "$at" | cut -d: -f1 | grep -qx -- "$word"; then at="\${at:+$at }$word"; else args=$((args + 1)); fi
  done
  if [[ "$cur" == --*=* ]]; then
    prev="\${cur%%=*}"
    compset -P '*='
  fi
  if [[ "$prev" == -* ]] && found="$(_inpk_values "$at" "$prev")"; then
    if [[ "$found" == @* ]]; then entries=("\${(@f)$(_inpk_names "$found")}"); else entries=(\${=found}); fi
    entries=(\${entries:#})
    if ((\${#entries})); then compadd -- $entries; else _files; fi
  elif [[ "$cur" == -* ]]; then
    entries=("\${(@f)$(_inpk_options "$at"; _inpk_global_options)}")
    _describe -o option entries
  else
    entries=("\${(@f)$(_inpk_commands "$at")}" \${=$(_inpk_arguments "$at" "$args")})
    entries=(\${entries:#})
    if [[ "$entries[1]" == @* ]]; then
      entries=("\${(@f)$(_inpk_names "$entries[1]")}")
      entries=(\${entries:#})
      compadd -- $entries
      return
    fi
    if ((\${#entries})); then _describe command entries; else _files; fi
  fi
}
(($+functions[compdef])) || { autoload -Uz compinit && compinit; }
compdef _inpk inpk`

/** The completion of zsh, with the purpose of each word; files where nothing else is known. */
export function zshScript(table: CompletionTable): string {
  const lines = (list: readonly CompletionWord[]) => list.map(({ word, purpose }) => `${word}:${purpose}`).join('\n')
  const rows = (entries: Map<string, readonly CompletionWord[]>) =>
    [...entries].map(([path, list]) => [quoted(path), lines(list)] as const)
  const values = [...table.values].map(([place, list]) => [quoted(place), list.join(' ')] as const)
  const everywhere = [...table.globalValues].map(
    ([option, list]) => [`*${quoted(` ${option}`)}`, list.join(' ')] as const,
  )
  const places = [...table.arguments].map(([place, list]) => [quoted(place), list.join(' ')] as const)
  return `${[
    '#compdef inpk',
    '# Completion of inpk for zsh: source <(inpk completion zsh)',
    caseFunction('_inpk_commands', '$1', rows(table.commands)),
    caseFunction('_inpk_options', '$1', rows(table.options)),
    caseFunction('_inpk_values', '$1 $2', [...values, ...everywhere]),
    caseFunction('_inpk_arguments', '$1 $2', places),
    `_inpk_global_options() { echo ${quoted(lines(table.globalOptions))}; }`,
    NAMES_FUNCTION,
    MAIN,
  ].join('\n')}\n`
}
