import type { Tree } from '../cli/command-tree.js'

/** The commands about keys and settings. */
export const ACCOUNT_COMMANDS: Tree = {
  login: { purpose: 'Checks an API key and stores it in a profile', load: () => import('./login.js') },
  logout: { purpose: 'Forgets the key of a profile', load: () => import('./logout.js') },
  profiles: {
    purpose: 'Profiles: an address and a key, by name',
    commands: {
      list: { purpose: 'All profiles', load: () => import('./profiles/list.js') },
      show: { purpose: 'One profile', load: () => import('./profiles/show.js') },
      use: { purpose: 'Makes a profile the one in use', load: () => import('./profiles/use.js') },
      remove: { purpose: 'Forgets a profile and its key', load: () => import('./profiles/remove.js') },
    },
  },
  config: { purpose: 'Each setting and where it comes from', load: () => import('./config.js') },
}
