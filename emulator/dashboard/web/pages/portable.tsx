import { controlUrl } from '../control.js'
import { onSecrets } from '../on-secrets.js'
import { useOrgId } from '../org.js'
import { FormDialog } from '../parts/dialog.js'
import { FileField } from '../parts/fields.js'
import { say } from '../say.js'

/** The whole organisation as one file, out and in. */
export function Portable() {
  const orgId = useOrgId()
  return (
    <>
      <a
        className="button"
        href={controlUrl(orgId, 'exportOrganization')}
        download={`organisation-${orgId}.json`}
        title="One file without webhook secrets, and of API keys only hashes. Later erases do not reach it."
      >
        Export
      </a>
      <FormDialog
        danger
        trigger="Import…"
        title="Replace everything by a file"
        send="Replace everything"
        submit={async (fields, call) => {
          const { new_secrets } = await call('importOrganization', { file: fields.file('file')! })
          say(`The organisation is what the file describes. Undo takes that back.${onSecrets(new_secrets)}`)
          return undefined
        }}
      >
        <p>
          What the file describes takes the place of all there is here. Webhook secrets are made anew. The change can be
          undone.
        </p>
        <FileField name="file" label="File" accept=".json" required hint="One that Export wrote." />
      </FormDialog>
    </>
  )
}
