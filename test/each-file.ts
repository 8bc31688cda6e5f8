import fc from 'fast-check'
import { afterAll } from 'vitest'
import { endFile } from './end-of-file.js'

/** The cases of every run; the soak draws new ones. A case that fails for one commit in a hundred tells nothing about that commit. */
const SEED = process.env.INPK_SEED ?? (process.env.INPK_SOAK ? undefined : 1)
if (SEED !== undefined) fc.configureGlobal({ seed: Number(SEED) })

afterAll(endFile)
