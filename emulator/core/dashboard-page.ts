import { escapeMarkup } from '../../src/base/escape.js'
/** Where the page finds its program and its style, on the dashboard host. */
export const PAGE_PROGRAM = '/_dashboard/page.js'
export const PAGE_STYLE = '/_dashboard/style.css'

/**
 * The web page of the dashboard host. Until its program runs, or without scripts, it says where the API is, for
 * whoever used this host as a base URL. The command lines on it name the emulator by `dataOption`, or by the address of the page where none is
 * given; not if it is null.
 */
export function dashboardPage(baseUrl: string, dataOption?: string | null): string {
  const naming = dataOption === undefined ? ['inpk-by-address', ''] : ['inpk-data', dataOption]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="inpk-base-url" content="${escapeMarkup(baseUrl)}">${naming[1] === null ? '' : `\n<meta name="${naming[0]}" content="${escapeMarkup(naming[1]!)}">`}
<title>inpk emulator</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${PAGE_STYLE}">
<script type="module" src="${PAGE_PROGRAM}"></script>
</head>
<body>
<div id="page">
<main class="wrong-host">
<h1>inpk emulator</h1>
<p>This is the dashboard host. Like the real dashboard, it returns this page for every path, so it can't be used as a base URL.</p>
<p>API calls go to <code>${escapeMarkup(baseUrl)}</code>. What a person does on the real dashboard is done here by this page, by <code>inpk emulator …</code>, or by the control API under <code>/_emulator/</code>.</p>
</main>
</div>
</body>
</html>
`
}
