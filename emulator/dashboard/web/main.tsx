import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { LiveProvider } from './live-events.js'
import { DEFAULT_ORG, OrgContext } from './org-id.js'
import { OrganizationProvider } from './organization.js'
import { findPage } from './pages.js'
import { useRoute } from './route.js'
import { Shell } from './shell.js'
import { applyTheme } from './theme.js'

applyTheme()
createRoot(document.getElementById('page')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

/** The whole page: the frame, and in it what the address names. */
function App() {
  const { page, search } = useRoute()
  const orgId = search.get('org') || DEFAULT_ORG
  const { name, component: Page } = findPage(page)
  return (
    <OrgContext value={orgId}>
      <LiveProvider key={orgId} orgId={orgId}>
        <OrganizationProvider>
          <Shell page={name}>
            <Page />
          </Shell>
        </OrganizationProvider>
      </LiveProvider>
    </OrgContext>
  )
}
