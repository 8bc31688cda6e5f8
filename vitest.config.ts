import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    globalSetup: ['test/build-once.ts'],
    setupFiles: ['test/each-file.ts'],
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: 30_000,
  },
})
