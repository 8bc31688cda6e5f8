import type { Tree } from '../cli/command-tree.js'
import { EMULATOR_NOUNS } from './tree-emulator-nouns.js'

/** The commands about webhooks (cli.md section 4). */
const WEBHOOK_COMMANDS: Tree = {
  verify: {
    purpose: 'Whether a delivery verifies and, if not, why',
    load: () => import('./webhooks/verify.js'),
  },
  sign: { purpose: 'The signature of a body', load: () => import('./webhooks/sign.js') },
  listen: {
    purpose: 'Receives, verifies, shows, saves and forwards deliveries',
    load: () => import('./webhooks/listen/index.js'),
  },
  trigger: {
    purpose: 'Emits an event through the emulator, or sends a signed sample anywhere',
    load: () => import('./webhooks/trigger.js'),
  },
  deliveries: {
    purpose: "The emulator's deliveries with their attempts",
    load: () => import('./webhooks/deliveries.js'),
  },
  replay: {
    purpose: 'Sends a delivery again, byte for byte or signed anew',
    load: () => import('./webhooks/replay.js'),
  },
  test: {
    purpose: 'The conformance kit for receivers',
    load: () => import('./webhooks/test.js'),
  },
}

/** The commands about the service as a whole. */
const SERVICE_COMMANDS: Tree = {
  doctor: {
    purpose: 'Looks at address, network, host and key, and says what to fix',
    load: () => import('./doctor/index.js'),
  },
  api: { purpose: 'Any request to the service, with your key', load: () => import('./api/index.js') },
  mcp: {
    purpose: 'The MCP endpoint, for AI assistants',
    commands: {
      tools: { purpose: 'The tools an assistant has', load: () => import('./mcp/tools.js') },
      call: { purpose: 'Calls a tool as an assistant would', load: () => import('./mcp/call.js') },
      serve: {
        purpose: 'A bridge for assistants that speak MCP over stdio',
        load: () => import('./mcp/serve.js'),
      },
    },
  },
  record: {
    purpose: 'Stands between an application and the service and records both in a HAR file',
    load: () => import('./record/index.js'),
  },
  learn: {
    purpose: 'Finds out how the service differs from what is assumed, and keeps it in a facts file',
    load: () => import('./learn/index.js'),
  },
  openapi: {
    purpose: "The service's description, and whether it still fits this client",
    load: () => import('./openapi/index.js'),
  },
  conformance: {
    purpose: "The interface's rules against any address, a line a rule",
    load: () => import('./conformance/index.js'),
  },
}

const CLOCK_COMMANDS: Tree = {
  show: { purpose: 'Where it stands, and whether it runs', load: () => import('./emulator/clock/show.js') },
  set: { purpose: 'Sets it forward', load: () => import('./emulator/clock/set.js') },
  freeze: { purpose: 'Makes it stand still', load: () => import('./emulator/clock/freeze.js') },
  resume: { purpose: 'Lets it run on', load: () => import('./emulator/clock/resume.js') },
  advance: {
    purpose: 'Moves it forward and does what falls due on the way',
    load: () => import('./emulator/clock/advance.js'),
  },
}

/** The commands about the emulator. */
const EMULATOR_COMMANDS: Tree = {
  start: { purpose: 'Starts the emulator of the whole service', load: () => import('./emulator/start.js') },
  stop: { purpose: 'Ends the emulator of this folder', load: () => import('./emulator/stop.js') },
  status: { purpose: 'Whether one runs, and where', load: () => import('./emulator/status.js') },
  wait: { purpose: 'Waits until it answers', load: () => import('./emulator/wait.js') },
  env: {
    purpose: 'Its address and keys as environment variables',
    load: () => import('./emulator/env.js'),
  },
  exec: {
    purpose: 'Runs a command against an emulator of its own',
    load: () => import('./emulator/exec.js'),
  },
  clock: { purpose: 'The clock of an organisation', commands: CLOCK_COMMANDS },
  reset: { purpose: 'Back to the seed state', load: () => import('./emulator/reset.js') },
  ...EMULATOR_NOUNS,
}

/** The commands about keys and settings. */
const ACCOUNT_COMMANDS: Tree = {
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

/** Every command by name: nouns, then verbs. Nothing is loaded before it is called. */
export const TREE: Tree = {
  demo: {
    purpose: 'The tour: the main job from beginning to end, here',
    load: () => import('./demo/index.js'),
  },
  me: { purpose: 'The key in use: organisation, scope, limits, credits', load: () => import('./me.js') },
  groups: {
    purpose: 'Feedback groups, which hold sources',
    commands: {
      list: { purpose: 'All groups', load: () => import('./groups/list.js') },
      create: { purpose: 'A new group, or the one of that name', load: () => import('./groups/create.js') },
    },
  },
  sources: {
    purpose: 'Sources, which hold feedback in their fields',
    commands: {
      list: { purpose: 'All sources, a row a source', load: () => import('./sources/list.js') },
      show: { purpose: 'One source with its fields', load: () => import('./sources/show.js') },
      create: {
        purpose: 'A new source with its fields, as a draft',
        load: () => import('./sources/create.js'),
      },
      publish: {
        purpose: 'Publishes a draft, so that it takes feedback',
        load: () => import('./sources/publish.js'),
      },
    },
  },
  tasks: {
    purpose: 'Tasks of the service: bulk pushes and uploads',
    commands: {
      show: { purpose: 'Progress and result of a task', load: () => import('./tasks/show.js') },
      wait: { purpose: 'Waits until a task is over', load: () => import('./tasks/wait.js') },
    },
  },
  feedback: {
    purpose: 'The items that were pushed',
    commands: {
      list: { purpose: 'The items, in order of arrival', load: () => import('./feedback/list.js') },
      export: { purpose: 'The items as a file', load: () => import('./feedback/export.js') },
      erase: { purpose: 'Erases items for good, everywhere', load: () => import('./feedback/erase.js') },
    },
  },
  analysis: {
    purpose: 'What the service found in the feedback',
    commands: {
      show: {
        purpose: 'Sentiment, themes and monitors of a source',
        load: () => import('./analysis/show.js'),
      },
      wait: { purpose: 'Waits until the last push is analysed', load: () => import('./analysis/wait.js') },
    },
  },
  push: { purpose: 'Pushes feedback from files, exactly once', load: () => import('./push/index.js') },
  upload: { purpose: 'Uploads a file; the service reads its rows', load: () => import('./upload.js') },
  invites: {
    purpose: 'Survey invites by mail',
    commands: {
      template: { purpose: 'Whether a source can send invites', load: () => import('./invites/template.js') },
      send: {
        purpose: 'Sends invites to a file of people, or previews them',
        load: () => import('./invites/send.js'),
      },
      show: { purpose: 'How far a distribution has come', load: () => import('./invites/show.js') },
      recipients: {
        purpose: 'What became of each recipient',
        load: () => import('./invites/recipients.js'),
      },
    },
  },
  webhooks: { purpose: 'Webhooks: receive, verify, send, and test a receiver', commands: WEBHOOK_COMMANDS },
  ...ACCOUNT_COMMANDS,
  ...SERVICE_COMMANDS,
  emulator: { purpose: 'An emulator of the service on this machine', commands: EMULATOR_COMMANDS },
  commands: { purpose: 'Every command, for people or machines', load: () => import('./commands.js') },
  completion: {
    purpose: 'Completion for bash, zsh or fish',
    load: () => import('./completion/index.js'),
  },
  help: { purpose: 'Help on a command or a topic', load: () => import('./help/index.js') },
}
