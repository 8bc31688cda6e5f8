/** Where the API is, as the page says. */
export const BASE_URL = named('inpk-base-url') ?? ''

/** What commands name this emulator by with `--data`; undefined where they find it in its folder. */
export const DATA_FOLDER = named('inpk-data')

/** The address that commands name this emulator by, where no folder leads to it. One with a certificate of its own needs more than that. */
export const EMULATOR_URL =
  named('inpk-by-address') !== undefined && location.protocol === 'http:' ? location.origin : undefined

/** What the page has under a name; nothing where a part of it is drawn outside of a browser. */
function named(name: string): string | undefined {
  return globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
}
