import packageJson from '../../package.json' with { type: 'json' }

/** The version of this package, which stands in package.json alone. */
export const VERSION: string = packageJson.version
