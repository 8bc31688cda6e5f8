import { BASE_URL } from '../base-url.js'
import { COMMANDS } from '../commands.js'
import { CommandLine, Id } from '../parts/copy.js'
import { Link } from '../parts/link.js'

/** An address that is none of ours. */
export function WrongHostPage() {
  return (
    <div className="wrong-host">
      <h1>There is no such page</h1>
      <p>
        This is the dashboard host. It answers every path with a page and 200, as the real one does, so it cannot be
        used as a base URL.
      </p>
      <p>
        API calls go to <Id value={BASE_URL} />
      </p>
      <p>
        <CommandLine line={COMMANDS.environment} />
      </p>
      <p>
        <Link to="/requests">To the requests</Link>
      </p>
    </div>
  )
}
