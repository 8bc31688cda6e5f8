import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSources } from './sources.js'

const files = readSources('src', 'emulator')
/** Without the generated types, which are as long as their tables make them. */
const written = files.filter(({ path }) => !path.startsWith('src/contract/types/'))
const functions = files.flatMap((file) =>
  file.functions.map((each) => ({ ...each, name: `${file.path} ${each.name}` })),
)

describe('the size budget of the house', () => {
  it('at most 8 files below 30 lines serve one neighbour alone', () => {
    // Handlers don't count: each operation has a file of its own, and a short one is not merged.
    const others = written.filter(({ path }) => !path.startsWith('emulator/operations/'))
    const small = others.filter(({ path, lines }) => {
      const importers = files.filter((other) => other.imports.some(({ of }) => of === path))
      return lines < 30 && importers.length === 1 && dirname(importers[0]!.path) === dirname(path)
    })
    expect(small.map(({ path }) => path).length, small.map(({ path }) => path).join('\n')).toBeLessThanOrEqual(8)
  })

  it('nine files in ten have at most 150 lines', () => {
    expect(
      quantile(
        written.map((file) => file.lines),
        0.9,
      ),
    ).toBeLessThanOrEqual(150)
  })

  it('no file has more than 250 lines', () => {
    expect(files.filter((file) => file.lines > 250).map((file) => file.path)).toEqual([])
  })

  it('the build has at most 150 lines', () => {
    expect(readFileSync('build.js', 'utf8').split('\n').length - 1).toBeLessThanOrEqual(150)
  })

  it('the median function has at most 12 lines', () => {
    expect(
      quantile(
        functions.map((each) => each.lines),
        0.5,
      ),
    ).toBeLessThanOrEqual(12)
  })

  it('no function has more than 60 lines', () => {
    expect(functions.filter((each) => each.lines > 60).map((each) => `${each.name}: ${each.lines}`)).toEqual([])
  })
})

function quantile(values: number[], share: number): number {
  const sorted = values.sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) * share)]!
}
