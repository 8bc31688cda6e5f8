import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Screen } from '../../src/cli/screen.js'
import { createSkippedWarning } from '../../src/commands/push/watched-folder.js'
import { scratchFolder, writeFile } from './scratch.js'

describe('push --watch', () => {
  it('tells once of links and subfolders, which it does not push', async () => {
    const folder = scratchFolder()
    const warnings: string[] = []
    const tell = createSkippedWarning('drop', { warn: async (text) => void warnings.push(text) } as Screen)
    for (const name of ['done', 'failed', '.git']) mkdirSync(join(folder, name))
    writeFile(folder, 'a.csv', 'text\n')
    await tell(folder)
    expect(warnings).toEqual([])
    mkdirSync(join(folder, 'sub'))
    symlinkSync('a.csv', join(folder, 'link.csv'))
    await tell(folder)
    await tell(folder)
    expect(warnings).toEqual(['drop holds links or subfolders (link.csv, sub): only files directly in it are pushed.'])
  })
})
