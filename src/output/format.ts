export const OUTPUT_FORMATS = ['table', 'json', 'ndjson', 'csv', 'junit'] as const
/** What every result can be printed as. */
export const PLAIN_FORMATS = ['table', 'json', 'ndjson', 'csv'] as const
export type OutputFormat = (typeof OUTPUT_FORMATS)[number]

/** How a result is asked for: the options of every command that decide it. */
export interface FormatOptions {
  output?: OutputFormat | undefined
  json?: boolean | undefined
  jq?: string | undefined
  limit?: number | undefined
}

/** How the result is printed: `--jq` and `--json` mean JSON unless `--output` says otherwise. */
export function outputFormat({ output, json, jq }: FormatOptions): OutputFormat {
  if (output) return output
  return json || jq !== undefined ? 'json' : 'table'
}

/** Whether results and errors are for a program. */
export function isForMachines(options: FormatOptions): boolean {
  const format = outputFormat(options)
  return format === 'json' || format === 'ndjson'
}
