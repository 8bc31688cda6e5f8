type Ending = () => unknown

const endings: Ending[] = []

/**
 * Has something done after the last test of the file that runs: a server closed, a folder removed. The modules beside the tests are
 * loaded once for many files, so a hook of their own would only be there for the first.
 */
export function atEndOfFile(ending: Ending): void {
  endings.push(ending)
}

/** Does what is to be done, the latest first: what writes to a folder is closed before the folder goes. */
export async function endFile(): Promise<void> {
  for (const ending of endings.splice(0).reverse()) await ending()
}
