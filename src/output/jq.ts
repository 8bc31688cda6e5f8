import { wrongUsage } from '../cli/failure.js'

/** What jq makes of a JSON text: its results, a line each (texts bare, as `jq -r` prints them). Refuses an expression that does not work. */
export async function applyJq(json: string, expression: string): Promise<string> {
  const { raw } = await import('jq-wasm')
  const { stdout, stderr, exitCode } = await raw(json, expression, ['-r', '-c'])
  if (exitCode !== 0 || stderr !== '')
    throw wrongUsage(`jq: ${stderr.replace(/^jq: /, '').trim() || `exit ${exitCode}`}`)
  return stdout === '' ? '' : `${stdout}\n`
}
