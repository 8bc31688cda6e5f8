import { Connect } from '../connect.js'
import { Link } from '../parts/link.js'

/** An address that is not one of ours. */
export function WrongHostPage() {
  return (
    <div className="wrong-host">
      <h1>No such page</h1>
      <p>
        This is the dashboard. Like the real dashboard, it returns a page for every path, so it can't be used as a base
        URL. Point your code to the API address instead:
      </p>
      <Connect />
      <p>
        <Link to="/requests">Go to Requests</Link>
      </p>
    </div>
  )
}
