// biome-ignore lint/suspicious/noExplicitAny: a description is changed wherever a test wants it.
export type Description = any

/**
 * A description as another generator would write the same: schemas where they are used, in place of references, and paths with the
 * mount of their first server.
 */
export function inlined(description: Description): Description {
  const { paths, ...copy } = withoutReferences(description, description)
  const mounted = Object.entries<Description>(paths).flatMap(([path, { servers = copy.servers, ...methods }]) =>
    Object.entries<Description>(methods).map(([method, operation]) => {
      return { address: new URL(servers[0].url).pathname.replace(/\/$/, '') + path, method, operation }
    }),
  )
  const addresses = [...new Set(mounted.map(({ address }) => address))]
  const found = addresses.map((address) => {
    const here = mounted.filter((each) => each.address === address)
    return [address, Object.fromEntries(here.map(({ method, operation }) => [method, operation]))]
  })
  return { ...copy, servers: [copy.servers.at(-1)], paths: Object.fromEntries(found) }
}

function withoutReferences(node: Description, root: Description): Description {
  if (Array.isArray(node)) return node.map((each) => withoutReferences(each, root))
  if (node === null || typeof node !== 'object') return node
  const { $ref, ...others } = node
  const name = /^#\/components\/schemas\/(\w+)$/.exec($ref ?? '')?.[1]
  if (name !== undefined) return { ...withoutReferences(root.components.schemas[name], root), ...others }
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withoutReferences(value, root)]))
}
