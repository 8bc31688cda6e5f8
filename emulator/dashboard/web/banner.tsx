import { useEffect, useState } from 'react'
import { later } from './browser.js'
import { useIsConnected } from './live.js'
import { useOrganization } from './organization.js'

/** A page that has just been opened is not connected yet, and need not say so. */
const PATIENCE_MS = 1_500

/** Says above every page that what it shows may be old. */
export function Banner() {
  const isConnected = useIsConnected()
  const { error } = useOrganization()
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    setLate(false)
    return isConnected ? undefined : later(PATIENCE_MS, () => setLate(true))
  }, [isConnected])
  return (
    <div className="banner" role="status">
      {isLate && error?.status !== 404 && (
        <p>
          The emulator does not answer. What stands here may be old; it is read anew as soon as the emulator is back.
        </p>
      )}
    </div>
  )
}
