import { escapeMarkup } from '../../src/base/escape.js'
import type { Reply } from '../core/exchange.js'
import type { Organization } from '../core/organization.js'
import type { Service } from '../core/service.js'
import type { Connection } from '../state/oauth-rows.js'

const STYLE = `
:root { color-scheme: light dark; --line: #8885; --accent: #2457d6 }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 4rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem; line-height: 1.25 }
dl { border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem; margin: 1.5rem 0 }
dt { font-size: .85rem; opacity: .75 } dd { margin: 0 0 .5rem; overflow-wrap: anywhere }
label { display: block; font-weight: 600; margin-bottom: .25rem }
select, button { font: inherit; padding: .5rem .75rem; border-radius: .4rem; border: 1px solid var(--line) }
select { width: 100% } .buttons { display: flex; gap: .75rem; margin-top: 1.5rem }
button { cursor: pointer } button[value=approve] { background: var(--accent); border-color: var(--accent); color: #fff }
[role=alert] { border-left: .25rem solid #c33; padding-left: .75rem }`

/** No script, no frame; the referrer stays here, and with it the Origin that a form of this page is known by. */
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
}

/** The page that asks a person whether an assistant may read their organisation's feedback; `fault` says what was missing. */
export async function approvalPage(connection: Connection, service: Service, fault?: string): Promise<Reply> {
  const name = escapeMarkup(connection.clientName)
  const organizations: Organization[] = []
  for (const id of service.organizations.ids()) organizations.push((await service.organizations.find(id))!)
  const { redirectUri } = connection.signIn!
  const alert = fault === undefined ? '' : `<p role="alert">${escapeMarkup(fault)}</p>`
  const body = `<h1>Let “${name}” read your feedback?</h1>
<p>An assistant that calls itself “${name}” asks to connect. It gave itself this name; approve only what you started yourself.</p>
<dl>
<dt>It may</dt><dd>read groups, sources, feedback and analysis over MCP</dd>
<dt>It may not</dt><dd>change, send or erase anything</dd>
<dt>You are taken back to</dt><dd>${escapeMarkup(new URL(redirectUri).host)}</dd>
</dl>
${alert}<form method="post">
<label for="member">Sign in as</label>
<select id="member" name="member" required>${organizations.map(optionsOf).join('')}</select>
<div class="buttons"><button name="decision" value="approve">Approve</button><button name="decision" value="deny" formnovalidate>Deny</button></div>
</form>
<p>The connection can be ended at any time: <code>inpk emulator connections revoke ${escapeMarkup(connection.id)}</code></p>`
  return pageReply(fault === undefined ? 200 : 400, 'Approve an assistant', body)
}

/** A page that says why there is nothing to approve. */
export function messagePage(status: number, text: string): Reply {
  return pageReply(status, 'Sign-in', `<h1>Nothing to approve</h1>\n<p>${escapeMarkup(text)}</p>`)
}

function optionsOf({ id, store }: Organization): string {
  const members = Object.values(store.state.members).filter(({ active }) => active)
  const options = members.map(
    (member) =>
      `<option value="${id}/${escapeMarkup(member.id)}">${escapeMarkup(`${member.name} (${member.email})`)}</option>`,
  )
  return `<optgroup label="${escapeMarkup(store.state.organization.name)}">${options.join('')}</optgroup>`
}

function pageReply(status: number, title: string, body: string): Reply {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · inpk emulator</title>
<style>${STYLE}
</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`
  return { status, headers: HEADERS, body: html }
}
