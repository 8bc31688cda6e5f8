import { useEffect } from 'react'
import { keepKeys } from './parts/dialog.js'
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
  const { isOpen, open, close, titleId, props } = useDialog()
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
    <dialog {...props} onKeyDown={keepKeys}>
      <h2 id={titleId}>Keyboard</h2>
      {isOpen && <Facts facts={KEYS.map(([keys, effect]) => [keys, effect])} />}
      <div className="dialog-bar">
        <button type="button" className="button" onClick={close}>
          Close
        </button>
      </div>
    </dialog>
  )
}
