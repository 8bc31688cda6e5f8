import { type ReactNode, useEffect, useState } from 'react'
import { later } from '../browser.js'
import { type CallControl, useAct } from '../use-act.js'

const SURE_MS = 4_000

interface ActButtonProps {
  children: ReactNode
  act(call: CallControl): Promise<unknown>
  /** Said when it went well. */
  done?: string
  /** What cannot be taken back asks again, in these words. */
  sure?: string
  first?: boolean
  small?: boolean
  label?: string
  disabled?: boolean
}

/** A button that does something on the emulator. */
export function ActButton({ children, act, done, sure, first, small, label, disabled = false }: ActButtonProps) {
  const { isBusy, act: run } = useAct()
  const [isAsking, setAsking] = useState(false)
  useEffect(() => (isAsking ? later(SURE_MS, () => setAsking(false)) : undefined), [isAsking])
  const kind = `${first ? ' first' : ''}${small ? ' small' : ''}${sure ? ' danger' : ''}${isAsking ? ' sure' : ''}`
  return (
    <button
      type="button"
      className={`button${kind}`}
      disabled={isBusy || disabled}
      aria-label={isAsking ? undefined : label}
      onClick={(event) => {
        event.stopPropagation()
        if (sure && !isAsking) return setAsking(true)
        setAsking(false)
        void run(act, done)
      }}
    >
      {isAsking ? sure : children}
      <span className="unseen" role="status">
        {isAsking ? 'Click again to confirm.' : ''}
      </span>
    </button>
  )
}
