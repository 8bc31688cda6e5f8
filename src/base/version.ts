import packageJson from '../../package.json' with { type: 'json' }

/** The version of this package, which is in package.json alone. */
export const VERSION: string = packageJson.version
