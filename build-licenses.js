// The licences of the packages that go into dist/, which ask that their text goes with every copy.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folders of the packages that are bundled. */
const packages = new Set()

/** Takes down the package that a bundled file is of, if it is of one. */
export function notePackage(path) {
  const [folder] = /node_modules\/(@[^/]+\/)?[^/]+/.exec(path) ?? []
  if (folder) packages.add(folder)
}

/** Writes name, version and licence of each package taken down. `root` is where node_modules is. */
export function writeLicenses(root, path) {
  const texts = [...packages].sort().map((folder) => licenseOf(join(root, folder)))
  writeFileSync(path, `${texts.join('\n\n')}\n`)
}

function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = readdirSync(folder).filter((file) => /^licen[cs]e/i.test(file))
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return [`${name} ${version} (${license})`, ...texts].join('\n\n')
}
