import { readFile } from 'node:fs/promises'

/** From dist/ and from its chunks, and from the sources, to where build.js lays the files of the page. */
const PLACES = ['./dashboard/', '../dashboard/', '../../dist/dashboard/']

const read = new Map<string, Promise<Uint8Array | undefined>>()

/** A file of the dashboard's page, as built; undefined if the package was not built. Read once. */
export function findPageFile(name: string): Promise<Uint8Array | undefined> {
  const known = read.get(name)
  if (known) return known
  const reading = readFirst(PLACES.map((place) => new URL(place + name, import.meta.url)))
  read.set(name, reading)
  return reading
}

async function readFirst([url, ...others]: readonly URL[]): Promise<Uint8Array | undefined> {
  if (url === undefined) return undefined
  return readFile(url).catch(() => readFirst(others))
}
