/** Writes; an error of an open file does not say which one, and what is told needs its path. */
export async function naming(path: string, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    throw Object.assign(error as NodeJS.ErrnoException, { path })
  }
}
