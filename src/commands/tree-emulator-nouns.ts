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
const assumptions = () => import('./emulator/assumptions.js')

/** One of the commands in a file that holds all of a noun. */
function leaf<Module>(purpose: string, load: () => Promise<Module>, name: keyof Module): Leaf {
  return { purpose, load: async () => ({ COMMAND: (await load())[name] as Command }) }
}

/** What a person does on the dashboard, by noun (cli.md section 5). */
export const EMULATOR_NOUNS: Tree = {
  orgs: {
    purpose: 'Manage organisations, each with its own keys, data and clock',
    commands: {
      list: leaf('List organisations', orgs, 'LIST'),
      show: leaf('Show an organisation and its keys', orgs, 'SHOW'),
      create: leaf('Create an organisation and its keys', orgs, 'CREATE'),
      update: leaf('Change the name, plan, limits or quotas', orgs, 'UPDATE'),
      delete: leaf('Delete an organisation and everything in it', orgs, 'DELETE'),
    },
  },
  keys: {
    purpose: 'Manage API keys',
    commands: {
      list: leaf('List keys and their usage', keys, 'LIST'),
      show: leaf('Show a key and its usage', keys, 'SHOW'),
      create: leaf('Create a key (shown once)', keys, 'CREATE'),
      update: leaf('Change the label or rate limit of a key', keys, 'UPDATE'),
      revoke: leaf('Revoke a key immediately', keys, 'REVOKE'),
      rotate: leaf('Give a key a new secret (shown once)', keys, 'ROTATE'),
    },
  },
  members: {
    purpose: 'Manage the members of an organisation',
    commands: {
      list: leaf('List members', members, 'LIST'),
      show: leaf('Show a member', members, 'SHOW'),
      create: leaf('Create a member', members, 'CREATE'),
      activate: leaf('Make a member active', members, 'ACTIVATE'),
      deactivate: leaf('Make a member inactive', members, 'DEACTIVATE'),
    },
  },
  connections: {
    purpose: 'Manage AI assistants that signed in with OAuth',
    commands: {
      list: leaf('List connections and pending sign-ins', connections, 'LIST'),
      approve: leaf('Approve a sign-in on behalf of a member', connections, 'APPROVE'),
      revoke: leaf('Revoke a connection immediately', connections, 'REVOKE'),
    },
  },
  subscriptions: {
    purpose: 'Manage webhook subscriptions',
    commands: {
      list: leaf('List subscriptions', subscriptions, 'LIST'),
      show: leaf('Show a subscription', subscriptions, 'SHOW'),
      create: leaf('Create a subscription (its secret is shown once)', subscriptions, 'CREATE'),
      update: leaf('Change the target or events of a subscription', subscriptions, 'UPDATE'),
      pause: leaf('Pause a subscription', subscriptions, 'PAUSE'),
      resume: leaf('Resume a subscription', subscriptions, 'RESUME'),
      delete: leaf('Delete a subscription', subscriptions, 'DELETE'),
      secret: leaf('Rotate the signing secret (shown once)', subscriptions, 'SECRET'),
      test: leaf('Send a test delivery', subscriptions, 'TEST'),
    },
  },
  templates: {
    purpose: 'Manage invite templates',
    commands: {
      list: leaf('List templates', templates, 'LIST'),
      show: leaf('Show the template of a source', templates, 'SHOW'),
      set: leaf('Set the template of a source', templates, 'SET'),
      delete: leaf('Delete the template of a source', templates, 'DELETE'),
    },
  },
  domain: {
    purpose: 'Manage the domain that invites are sent from',
    commands: {
      show: leaf('Show the domain and whether it is verified', domain, 'SHOW'),
      set: leaf('Set the domain (verified by default)', domain, 'SET'),
    },
  },
  outbox: {
    purpose: 'Read the emails that invites produced',
    commands: {
      list: leaf('List emails, newest first', outbox, 'LIST'),
      show: leaf('Show an email, or save it', outbox, 'SHOW'),
      wait: leaf('Wait until an email is sent', outbox, 'WAIT'),
    },
  },
  faults: {
    purpose: 'Make operations or webhooks fail, a set number of times',
    commands: {
      add: leaf('Add a fault', faults, 'ADD'),
      list: leaf('List faults and their hits', faults, 'LIST'),
      clear: leaf('Remove one fault, or all of them', faults, 'CLEAR'),
    },
  },
  'analysis-rules': {
    purpose: 'Decide what the analysis finds, for tests',
    commands: {
      show: leaf('Show the rules', analysisRules, 'SHOW'),
      set: leaf('Replace the rules', analysisRules, 'SET'),
    },
  },
  monitors: {
    purpose: 'Manage monitors, which count words and raise flags',
    commands: {
      list: leaf('List monitors and their matches', monitors, 'LIST'),
      show: leaf('Show a monitor and its matches', monitors, 'SHOW'),
      create: leaf('Create a monitor', monitors, 'CREATE'),
      update: leaf('Change what a monitor counts and when it raises a flag', monitors, 'UPDATE'),
      delete: leaf('Delete a monitor', monitors, 'DELETE'),
    },
  },
  reports: {
    purpose: 'Manage the reports of groups that track feedback over time',
    commands: {
      list: leaf('List report subscriptions', reports, 'LIST'),
      show: leaf('Show a report subscription and its reports', reports, 'SHOW'),
      create: leaf('Subscribe to the reports of a group', reports, 'CREATE'),
      delete: leaf('Delete a report subscription', reports, 'DELETE'),
    },
  },
  tracking: {
    purpose: 'Manage how groups track feedback over time',
    commands: {
      list: leaf('List the tracking of all groups', tracking, 'LIST'),
      show: leaf('Show the tracking of a group', tracking, 'SHOW'),
      set: leaf('Set the tracking: none, weekly, monthly or quarterly', tracking, 'SET'),
    },
  },
  seed: { purpose: 'Add the contents of a seed file', load: () => import('./emulator/seed.js') },
  snapshot: {
    purpose: 'Save and restore the whole state by name',
    commands: {
      save: leaf('Save data, items and clock as a snapshot', snapshots, 'SAVE'),
      restore: leaf('Restore a snapshot', snapshots, 'RESTORE'),
      list: leaf('List snapshots', snapshots, 'LIST'),
      delete: leaf('Delete a snapshot', snapshots, 'DELETE'),
    },
  },
  undo: { purpose: 'Undo the last change, or all changes after one', load: () => import('./emulator/undo.js') },
  diff: {
    purpose: 'Show what changed since the seed, a snapshot or a change',
    load: () => import('./emulator/diff.js'),
  },
  export: leaf('Export everything to one portable file', portable, 'EXPORT'),
  import: leaf('Replace everything with an exported file', portable, 'IMPORT'),
  log: leaf('List the changes made, newest first (requests: `logs`)', history, 'LOG'),
  assumptions: leaf('List what the interface leaves open, and what is assumed', assumptions, 'COMMAND'),
  logs: { purpose: 'List the requests answered (changes: `log`)', load: () => import('./emulator/logs.js') },
  open: { purpose: 'Open the dashboard in a browser', load: () => import('./emulator/open.js') },
}
