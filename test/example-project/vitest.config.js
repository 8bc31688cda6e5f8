import { defineConfig } from 'vitest/config'

// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig({
  test: { include: ['*.spec.js'], globalSetup: 'inpk/vitest/setup', maxWorkers: 2, testTimeout: 60_000 },
})
