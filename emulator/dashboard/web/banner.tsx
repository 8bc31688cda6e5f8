import { useEffect, useState } from 'react'
import { later } from './browser.js'
import { useIsConnected } from './live.js'
import { useOrgId } from './org.js'
import { useOrganization } from './organization.js'
import { Link } from './parts/link.js'

/** A page that has just been opened is not connected yet, and need not say so. */
const PATIENCE_MS = 1_500

/** Says above every page that what it shows may be old, or that there is no such organisation. */
export function Banner() {
  const isConnected = useIsConnected()
  const orgId = useOrgId()
  const { error } = useOrganization()
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    setLate(false)
    return isConnected ? undefined : later(PATIENCE_MS, () => setLate(true))
  }, [isConnected])
  const isGone = error?.status === 404
  return (
    <div className="banner" role="status">
      {isGone && (
        <p>
          There is no organisation {orgId} on this emulator.{' '}
          <Link to="/requests" search={{ org: '' }}>
            To the default organisation
          </Link>
        </p>
      )}
      {!isGone && isLate && (
        <p>
          The emulator does not answer. What stands here may be old; it is read anew as soon as the emulator is back.
        </p>
      )}
    </div>
  )
}
