import type { Command } from '../cli/command.js'
import type { Leaf, Tree } from '../cli/command-tree.js'

const orgs = () => import('./emulator/orgs.js')
const keys = () => import('./emulator/keys.js')
const members = () => import('./emulator/members.js')
const connections = () => import('./emulator/connections.js')
const subscriptions = () => import('./emulator/subscriptions.js')
const templates = () => import('./emulator/templates.js')
const domain = () => import('./emulator/domain.js')
const outbox = () => import('./emulator/outbox.js')
const faults = () => import('./emulator/faults.js')
const analysisRules = () => import('./emulator/analysis-rules.js')
const monitors = () => import('./emulator/monitors.js')
const reports = () => import('./emulator/reports.js')
const tracking = () => import('./emulator/tracking.js')
const snapshots = () => import('./emulator/snapshots.js')
const portable = () => import('./emulator/portable.js')
const history = () => import('./emulator/history.js')

/** One of the commands in a file that holds all of a noun. */
function leaf<Module>(purpose: string, load: () => Promise<Module>, name: keyof Module): Leaf {
  return { purpose, load: async () => ({ COMMAND: (await load())[name] as Command }) }
}

/** What a person does on the dashboard, by noun (cli.md section 5). */
export const EMULATOR_NOUNS: Tree = {
  orgs: {
    purpose: 'Organisations: isolated worlds with their own keys, data and clock',
    commands: {
      list: leaf('All organisations', orgs, 'LIST'),
      show: leaf('One organisation, with its keys', orgs, 'SHOW'),
      create: leaf('A new organisation with its keys', orgs, 'CREATE'),
      update: leaf('Changes name, plan, limits or quotas', orgs, 'UPDATE'),
      delete: leaf('Deletes an organisation and everything in it', orgs, 'DELETE'),
    },
  },
  keys: {
    purpose: 'API keys',
    commands: {
      list: leaf('All keys, with their usage', keys, 'LIST'),
      show: leaf('One key, with its usage', keys, 'SHOW'),
      create: leaf('A new key, shown once', keys, 'CREATE'),
      update: leaf('Changes label or rate limit', keys, 'UPDATE'),
      revoke: leaf('Revokes a key at once', keys, 'REVOKE'),
      rotate: leaf('Gives a key a new secret, shown once', keys, 'ROTATE'),
    },
  },
  members: {
    purpose: 'Members of an organisation',
    commands: {
      list: leaf('All members', members, 'LIST'),
      show: leaf('One member', members, 'SHOW'),
      create: leaf('A new member', members, 'CREATE'),
      activate: leaf('Makes a member active', members, 'ACTIVATE'),
      deactivate: leaf('Makes a member inactive', members, 'DEACTIVATE'),
    },
  },
  connections: {
    purpose: 'AI assistants that signed in by OAuth, or ask to',
    commands: {
      list: leaf('All connections, and sign-ins that wait', connections, 'LIST'),
      approve: leaf('Lets an assistant in, in the name of a member', connections, 'APPROVE'),
      revoke: leaf('Ends a connection at once', connections, 'REVOKE'),
    },
  },
  subscriptions: {
    purpose: 'Webhook subscriptions',
    commands: {
      list: leaf('All subscriptions', subscriptions, 'LIST'),
      show: leaf('One subscription', subscriptions, 'SHOW'),
      create: leaf('A new subscription; its secret is shown once', subscriptions, 'CREATE'),
      update: leaf('Changes target or events', subscriptions, 'UPDATE'),
      pause: leaf('Stops sending', subscriptions, 'PAUSE'),
      resume: leaf('Sends again', subscriptions, 'RESUME'),
      delete: leaf('Deletes a subscription', subscriptions, 'DELETE'),
      secret: leaf('A new signing secret, shown once', subscriptions, 'SECRET'),
      test: leaf('Sends a test delivery', subscriptions, 'TEST'),
    },
  },
  templates: {
    purpose: 'Invite templates of sources',
    commands: {
      list: leaf('All templates', templates, 'LIST'),
      show: leaf('The template of a source', templates, 'SHOW'),
      set: leaf('Writes the template of a source', templates, 'SET'),
      delete: leaf('Removes the template of a source', templates, 'DELETE'),
    },
  },
  domain: {
    purpose: 'The domain invites are sent from',
    commands: {
      show: leaf('The domain, and whether it is verified', domain, 'SHOW'),
      set: leaf('Sets the domain; verified unless told', domain, 'SET'),
    },
  },
  outbox: {
    purpose: 'The mails invites made',
    commands: {
      list: leaf('The mails, newest first', outbox, 'LIST'),
      show: leaf('One mail, to read or as a file', outbox, 'SHOW'),
    },
  },
  faults: {
    purpose: 'Faults that operations or webhooks show a counted number of times',
    commands: {
      add: leaf('Makes something fail', faults, 'ADD'),
      list: leaf('All faults, with their hits', faults, 'LIST'),
      clear: leaf('Removes one fault, or all', faults, 'CLEAR'),
    },
  },
  'analysis-rules': {
    purpose: 'Outcomes a test dictates to the analysis',
    commands: {
      show: leaf('The rules in force', analysisRules, 'SHOW'),
      set: leaf('Replaces the rules', analysisRules, 'SET'),
    },
  },
  monitors: {
    purpose: 'Words and phrases that are counted, and raise a flag where they are many',
    commands: {
      list: leaf('All monitors, with their matches', monitors, 'LIST'),
      show: leaf('One monitor, with its matches', monitors, 'SHOW'),
      create: leaf('A new monitor', monitors, 'CREATE'),
      update: leaf('Changes what it looks for, where, and when it raises a flag', monitors, 'UPDATE'),
      delete: leaf('Deletes a monitor', monitors, 'DELETE'),
    },
  },
  reports: {
    purpose: 'Reports at the end of each period of a group that tracks feedback over time',
    commands: {
      list: leaf('All report subscriptions', reports, 'LIST'),
      show: leaf('One subscription and what it produced', reports, 'SHOW'),
      create: leaf('Subscribes to the reports of a group', reports, 'CREATE'),
      delete: leaf('Ends a subscription', reports, 'DELETE'),
    },
  },
  tracking: {
    purpose: 'How feedback groups track feedback over time',
    commands: {
      list: leaf('The tracking of all groups', tracking, 'LIST'),
      show: leaf('The tracking of one group', tracking, 'SHOW'),
      set: leaf('None, weekly, monthly or quarterly', tracking, 'SET'),
    },
  },
  seed: { purpose: 'Adds what a seed file describes', load: () => import('./emulator/seed.js') },
  snapshot: {
    purpose: 'Everything as it is, under a name',
    commands: {
      save: leaf('Saves data, items and clock', snapshots, 'SAVE'),
      restore: leaf('Goes back to a snapshot', snapshots, 'RESTORE'),
      list: leaf('All snapshots', snapshots, 'LIST'),
      delete: leaf('Deletes a snapshot', snapshots, 'DELETE'),
    },
  },
  undo: { purpose: 'Takes back the last change, or all after one', load: () => import('./emulator/undo.js') },
  diff: {
    purpose: 'What changed since the seed, a snapshot or a change',
    load: () => import('./emulator/diff.js'),
  },
  export: leaf('Everything in one portable file', portable, 'EXPORT'),
  import: leaf('Replaces everything with a file of export', portable, 'IMPORT'),
  log: leaf('What changed, newest first', history, 'LOG'),
  assumptions: leaf('What the interface leaves open and the emulator decided', history, 'ASSUMPTIONS'),
  logs: { purpose: 'The requests it answered', load: () => import('./emulator/logs.js') },
  open: { purpose: 'Opens the dashboard', load: () => import('./emulator/open.js') },
}
