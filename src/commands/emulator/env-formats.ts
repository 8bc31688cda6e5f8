export const ENV_FORMATS = ['sh', 'dotenv', 'github', 'powershell', 'json'] as const
export type EnvFormat = (typeof ENV_FORMATS)[number]

type Variables = Readonly<Record<string, string>>

const WRITERS: Record<EnvFormat, (variables: Variables) => string[]> = {
  sh: eachLine((name, value) => `export ${name}='${value.replaceAll("'", `'\\''`)}'`),
  dotenv: eachLine((name, value) => `${name}="${value}"`),
  github: eachLine((name, value) => `${name}=${value}`),
  powershell: eachLine((name, value) => `$env:${name} = '${value.replaceAll("'", "''")}'`),
  json: (variables) => JSON.stringify(variables, null, 2).split('\n'),
}

/** Environment variables as lines a shell, a .env file, a GitHub workflow or a program reads. */
export function environmentLines(variables: Variables, format: EnvFormat): string[] {
  return WRITERS[format](variables)
}

function eachLine(write: (name: string, value: string) => string) {
  return (variables: Variables) => Object.entries(variables).map(([name, value]) => write(name, value))
}
