import { afterAll } from 'vitest'
import { endFile } from './end-of-file.js'

afterAll(endFile)
