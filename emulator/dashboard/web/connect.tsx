import { useState } from 'react'
import { ENVIRONMENTS, SCOPES } from '../../../src/contract/scopes.js'
import { BASE_URL } from './base-url.js'
import { COMMANDS } from './commands.js'
import { useOrgId } from './org-id.js'
import { useOrganization } from './organization.js'
import { TabbedText } from './parts/body.js'
import { CommandLine, Id } from './parts/copy.js'
import { InfoDialog } from './parts/dialog.js'
import { Icon } from './parts/icon.js'
import { Facts } from './parts/panel.js'
import { hasStoredKeys, snippets } from './snippets.js'
import { useDialog } from './use-dialog.js'

/** A button of the top bar, and the dialog with all a program needs to reach this emulator. */
export function ConnectButton() {
  const dialog = useDialog()
  return (
    <>
      <button type="button" className="button connect-button" aria-haspopup="dialog" onClick={dialog.open}>
        <Icon name="connections" />
        <span>Connect</span>
      </button>
      <InfoDialog dialog={dialog} title="Connect your code" wide>
        <Connect />
      </InfoDialog>
    </>
  )
}

/** The address of the API, a key, and first requests to copy. */
export function Connect() {
  const { data } = useOrganization()
  const orgId = useOrgId()
  const [chosen, choose] = useState('test all')
  if (!data) return null
  const { keys } = data
  const [environment, scope] = chosen.split(' ') as [(typeof ENVIRONMENTS)[number], (typeof SCOPES)[number]]
  const key = keys?.[environment][scope]
  const tabs = snippets(key, orgId).map(([title, text]) => ({ title, text }))
  return (
    <div className="connect">
      <Facts
        facts={[
          ['API address', <Id key="url" value={BASE_URL} />],
          [
            'API key',
            <span key="key" className="key-choice">
              {keys && (
                <select aria-label="API key" value={chosen} onChange={({ target }) => choose(target.value)}>
                  {ENVIRONMENTS.flatMap((each) =>
                    SCOPES.map((permission) => (
                      <option key={each + permission} value={`${each} ${permission}`}>
                        {each}, {permission === 'all' ? 'all scopes' : permission}
                      </option>
                    )),
                  )}
                </select>
              )}
              {key ? <Id value={key} /> : 'not known here: the keys are random, or one of them was replaced'}
            </span>,
          ],
        ]}
      />
      <TabbedText tabs={tabs} label="code to connect with" />
      {keys ? (
        <p className="dim">Every emulator has these same keys. They don't work anywhere else.</p>
      ) : hasStoredKeys(orgId) ? (
        <p>
          Print the keys: <CommandLine line={COMMANDS.environment} />
        </p>
      ) : (
        <p>
          The emulator keeps only hashes of these keys. Create a new one: <CommandLine line={COMMANDS.newKey} />
        </p>
      )}
    </div>
  )
}
