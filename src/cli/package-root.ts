import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder this package is installed in: the nearest one above this file with a `package.json`. */
export function packageRoot(): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder)
  return folder
}
