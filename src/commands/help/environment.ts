import { DEFAULT_BASE_URL, DEFAULT_PREFIX } from '../../config/settings.js'
import { detailLines } from '../../output/details.js'
import { wrap } from '../../terminal/width.js'
import type { Topic } from './topic.js'

const VARIABLES = {
  INPK_API_KEY: 'the API key; it is never an argument',
  INPK_BASE_URL: `address of the service (default ${DEFAULT_BASE_URL})`,
  INPK_PROFILE: 'the profile to use',
  INPK_API_PREFIX: `path before the operations (default ${DEFAULT_PREFIX})`,
  INPK_CONFIG_DIR: 'folder of profiles and of the journals of pushes',
  INPK_EMULATOR_URL: 'dashboard address of the emulator the `emulator` commands talk to',
  NO_COLOR: 'no colour',
  COLUMNS: 'width of tables where the stream does not say',
  CI: 'nothing moves, nothing asks',
  HTTPS_PROXY: 'a proxy, with NO_PROXY for exceptions; this machine is always reached directly',
  NODE_EXTRA_CA_CERTS: 'a file of further certificate authorities',
}

const ORDER =
  'Strongest first: flag, environment, project file inpk.config.json (the nearest upward), profile, default. A project file never holds a key, and its base_url counts only if it is this machine or the address of the profile whose key is used. `inpk config` shows each value and where it came from.'

export const ENVIRONMENT_TOPIC: Topic = {
  data: () => Object.entries(VARIABLES).map(([name, meaning]) => ({ name, meaning })),
  lines: (style) => [...detailLines(Object.entries(VARIABLES), style), '', ...wrap(ORDER, style.width)],
}
