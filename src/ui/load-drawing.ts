/**
 * Loads a module that draws with ink as it is meant for use: what React does for its developers keeps every picture it ever drew in
 * memory. Which React that is, is decided while it is loaded; whatever else looks at the variable sees it as it was.
 */
export async function loadDrawing<Module>(load: () => Promise<Module>): Promise<Module> {
  const { NODE_ENV: before } = process.env
  process.env.NODE_ENV = 'production'
  try {
    return await load()
  } finally {
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
}
