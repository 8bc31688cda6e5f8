import { LiveProvider } from './live.js'
import { OrgContext } from './org.js'
import { findPage } from './pages.js'
import { useRoute } from './route.js'
import { Shell } from './shell.js'

/** The whole page: the frame, and in it what the address names. */
export function App() {
  const { page, search } = useRoute()
  const orgId = search.get('org') ?? '1'
  const { name, component: Page } = findPage(page)
  return (
    <OrgContext value={orgId}>
      <LiveProvider key={orgId} orgId={orgId}>
        <Shell page={name}>
          <Page />
        </Shell>
      </LiveProvider>
    </OrgContext>
  )
}
