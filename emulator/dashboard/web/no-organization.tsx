import { useOrgId } from './org.js'
import { Link } from './parts/link.js'
import { Empty } from './parts/notes.js'
import { View } from './parts/view.js'

/** What stands in the place of every page where the address names an organisation that is not there. */
export function NoOrganization() {
  const orgId = useOrgId()
  return (
    <View title="No such organisation">
      <Empty title={`There is no organisation ${orgId} on this emulator.`}>
        It may have been deleted, or the emulator was started anew.{' '}
        <Link to="/requests" search={{ org: '' }}>
          To the default organisation
        </Link>
        , or{' '}
        <Link to="/organizations" search={{ org: '' }}>
          to all of them
        </Link>
        .
      </Empty>
    </View>
  )
}
