import { defineConfig } from 'orval'
export default defineConfig({
  all: {
    input: './openapi.json',
    output: {
      target: './generated/orval.ts',
      client: 'fetch',
      mode: 'single',
      baseUrl: { getBaseUrlFromSpecification: true },
    },
  },
})
