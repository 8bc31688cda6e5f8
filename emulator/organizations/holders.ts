import { putCapped } from '../../src/base/capped-map.js'
import type { Organization } from '../core/organization.js'
import type { CatalogEntry } from './catalog.js'

/** Finds the number of the organisation that has a key or a token, without opening it. */
export function createHolders(
  opened: ReadonlyMap<number, Organization>,
  closed: ReadonlyMap<number, CatalogEntry>,
  most: number,
) {
  // Where a key was found last: a request among a thousand organisations need not look through all of them.
  const lastOfKeys = new Map<string, number>()
  const holds = (id: number, keyId: string) => {
    const organization = opened.get(id)
    return organization ? Object.hasOwn(organization.store.state.keys, keyId) : closed.get(id)?.keyIds.includes(keyId)
  }
  return {
    ofKey(keyId: string): number | undefined {
      const last = lastOfKeys.get(keyId)
      if (last !== undefined && holds(last, keyId)) return last
      const holder = [...opened.keys(), ...closed.keys()].find((id) => holds(id, keyId))
      if (holder === undefined) lastOfKeys.delete(keyId)
      else putCapped(lastOfKeys, keyId, holder, most)
      return holder
    },
    ofToken(hash: string): number | undefined {
      const holder = [...opened.values()].find(({ store }) => Object.hasOwn(store.state.oauthTokens, hash))
      return (holder ?? [...closed.values()].find(({ tokens }) => tokens.includes(hash)))?.id
    },
    forget(id: number): void {
      for (const [keyId, holder] of lastOfKeys) if (holder === id) lastOfKeys.delete(keyId)
    },
  }
}
