import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')

it('whatever the pages in the package link to is in the package, pictures too', () => {
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }]
  const packed = files.map(({ path }) => path)
  const isPacked = (path: string) => packed.some((each) => each === path || each.startsWith(`${path}/`))
  const dead = packed
    .filter((path) => path.endsWith('.md'))
    .flatMap((page) =>
      linksOf(page)
        .filter((path) => !isPacked(path))
        .map((path) => `${page}: ${path}`),
    )
  expect(dead).toEqual([])
  expect(linksOf('README.md')).toContain('fixtures/pictures/dashboard-requests.png')
})

/** The files that a page links to, from the root. */
function linksOf(page: string): string[] {
  const links = readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\(([^)\s#]+)[^)]*\)/g)
  const local = [...links].map((link) => link[1]!).filter((to) => !/^[a-z]+:/.test(to))
  return local.map((to) => posix.normalize(posix.join(posix.dirname(page), to)).replace(/\/$/, ''))
}
