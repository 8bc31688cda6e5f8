/** Where the API is, as the page says. */
export const BASE_URL = named('inpk-base-url') ?? ''

/** What commands name this emulator by with `--data`; undefined where they find it in its folder. */
export const DATA_FOLDER = named('inpk-data')

/** What the page has under a name; nothing where a part of it is drawn outside of a browser. */
function named(name: string): string | undefined {
  return globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
}
