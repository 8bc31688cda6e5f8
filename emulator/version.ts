/** Version of the package, as `/_emulator/health` shows it; a test holds it to package.json. */
export const VERSION = '0.1.0'
