import { useEffect } from 'react'
import { InfoDialog } from './parts/dialog.js'
import { Facts } from './parts/panel.js'
import { useDialog } from './use-dialog.js'

const KEYS: readonly (readonly [keys: string, effect: string])[] = [
  ['/', 'Search this page'],
  ['↓ ↑', 'Go from row to row; ↓ leaves the search for the first row'],
  ['Enter', 'Open the row'],
  ['Esc', 'Close what is open'],
  ['?', 'Show these keys'],
]

/** The keys of the dashboard, which `?` shows. */
export function KeyboardHelp() {
  const dialog = useDialog()
  const { open } = dialog
  // biome-ignore lint/correctness/useExhaustiveDependencies: what opens it stays the same.
  useEffect(() => {
    const show = (event: KeyboardEvent) => {
      const isTyping = (event.target as HTMLElement).closest('input, textarea, select, dialog')
      if (event.key === '?' && !isTyping) open()
    }
    document.addEventListener('keydown', show)
    return () => document.removeEventListener('keydown', show)
  }, [])
  return (
    <InfoDialog dialog={dialog} title="Keyboard">
      <Facts facts={KEYS.map(([keys, effect]) => [keys, effect])} />
    </InfoDialog>
  )
}
