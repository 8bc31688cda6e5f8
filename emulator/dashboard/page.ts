/** The web page of the dashboard host: it says where the API is, for that is what people come here by mistake for. */
export function dashboardPage(baseUrl: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>inpk emulator</title>
<style>
  :root { color-scheme: light dark }
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem }
  code { font-family: ui-monospace, monospace }
</style>
</head>
<body>
<main>
<h1>inpk emulator</h1>
<p>This is the dashboard host. It answers every path with this page, as the real one does, so it cannot be used as a base URL.</p>
<p>API calls go to <code>${escapeHtml(baseUrl)}</code>. What a person does on the real dashboard is done here by <code>inpk emulator …</code> or by the control API under <code>/_emulator/</code>.</p>
</main>
</body>
</html>
`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
