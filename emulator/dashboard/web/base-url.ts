/** Where the API is, as the page says. */
export const BASE_URL = document.querySelector<HTMLMetaElement>('meta[name="inpk-base-url"]')?.content ?? ''
