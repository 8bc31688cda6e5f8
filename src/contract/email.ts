const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const LOCAL = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`)
const DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/
const MOST_LOCAL = 64
const MOST_IN_ALL = 254

/** The domain in the letters mail is sent with (IDNA); undefined if it is not a domain name with a dot. */
export function findMailDomain(text: string): string | undefined {
  // What a URL reads as something else than a host is none.
  if (/[\s/?#@:\\%[\]]/.test(text) || text === '' || !text.isWellFormed()) return undefined
  const url = URL.canParse(`http://${text}`) ? new URL(`http://${text}`) : undefined
  return url && DOMAIN.test(url.hostname) && !/\.\d+$/.test(url.hostname) ? url.hostname : undefined
}

/** The address as it is sent to: its local part as given, its domain in lower-case ASCII. Undefined if it is not an address. */
export function findAddress(text: string): string | undefined {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  const domain = at < 1 ? undefined : findMailDomain(text.slice(at + 1))
  if (!domain || local.length > MOST_LOCAL || !LOCAL.test(local)) return undefined
  return local.length + 1 + domain.length <= MOST_IN_ALL ? `${local}@${domain}` : undefined
}

/** Equal for addresses that count as one: case makes no difference (contract.md section 5). */
export function addressKey(address: string): string {
  return (findAddress(address) ?? address).toLowerCase()
}
