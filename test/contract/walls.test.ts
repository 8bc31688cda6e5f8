import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')

/** What the files of a folder import: packages by name, our own files by path from the root. */
function importsOf(folder: string): { file: string; target: string; typeOnly: boolean }[] {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  )
  return files.flatMap((name) => {
    const file = join(folder, name)
    const source = readFileSync(join(ROOT, file), 'utf8')
    return [...source.matchAll(/(?:^(import|export)( type)?\b[^'"]*?from |\bimport\(|^import )['"]([^'"]+)['"]/gm)].map(
      ([, , type, target = '']) => ({
        file,
        typeOnly: type !== undefined,
        target: target.startsWith('.') ? relative(ROOT, resolve(ROOT, dirname(file), target)) : target,
      }),
    )
  })
}

describe('the walls of the house', () => {
  test('the contract imports nothing but itself, the base, and hashing', () => {
    const imports = importsOf('src/contract')
    expect(imports.length).toBeGreaterThan(50)
    const foreign = imports.filter(({ target }) => !/^(src\/(contract|base)\/|node:crypto$)/.test(target))
    expect(foreign).toEqual([])
  })

  test('the client imports nothing but itself, the contract, the base, the types of node:http, and undici in one place', () => {
    const imports = importsOf('src/client')
    const foreign = imports.filter(({ target }) => !/^(src\/(client|contract|base)\/|node:https?$)/.test(target))
    expect(foreign.map(({ file, target }) => `${file}: ${target}`)).toEqual(['src/client/transport-undici.ts: undici'])
  })

  test('the file that loads undici is itself loaded only when used', () => {
    const loading = importsOf('src').filter(({ target }) => target.includes('transport-undici'))
    expect(loading.length).toBeGreaterThan(0)
    for (const { file } of loading)
      expect(readFileSync(join(ROOT, file), 'utf8')).not.toMatch(/^import .*transport-undici/m)
  })
})
