import type { Tree } from '../cli/command-tree.js'
import { EMULATOR_NOUNS } from './tree-emulator-nouns.js'

/** The commands about webhooks (cli.md section 4). */
const WEBHOOK_COMMANDS: Tree = {
  verify: {
    purpose: 'Verify a webhook signature, and explain why it fails',
    load: () => import('./webhooks/verify.js'),
  },
  sign: { purpose: 'Sign a webhook body', load: () => import('./webhooks/sign.js') },
  listen: {
    purpose: 'Receive, verify, save and forward deliveries',
    load: () => import('./webhooks/listen/index.js'),
  },
  trigger: {
    purpose: 'Trigger an event in the emulator, or send a signed sample to any URL',
    load: () => import('./webhooks/trigger.js'),
  },
  deliveries: {
    purpose: "List the emulator's deliveries and their attempts",
    load: () => import('./webhooks/deliveries.js'),
  },
  replay: {
    purpose: 'Send a delivery again, unchanged or newly signed',
    load: () => import('./webhooks/replay.js'),
  },
  test: {
    purpose: 'Test a webhook receiver against the conformance kit',
    load: () => import('./webhooks/test.js'),
  },
  prove: {
    purpose: 'Find the order of deliveries that brings a receiver into a wrong state',
    load: () => import('./webhooks/prove.js'),
  },
}

/** The commands about the service as a whole. */
const SERVICE_COMMANDS: Tree = {
  doctor: {
    purpose: 'Diagnose connection, key and configuration problems',
    load: () => import('./doctor/index.js'),
  },
  api: { purpose: 'Send any request to the service with your key', load: () => import('./api/index.js') },
  mcp: {
    purpose: 'Use the MCP endpoint for AI assistants',
    commands: {
      tools: { purpose: 'List the tools an assistant can call', load: () => import('./mcp/tools.js') },
      call: { purpose: 'Call a tool as an assistant would', load: () => import('./mcp/call.js') },
      serve: {
        purpose: 'Bridge an assistant that speaks MCP over stdio',
        load: () => import('./mcp/serve.js'),
      },
    },
  },
  record: {
    purpose: 'Record traffic between an application and the service as a HAR file',
    load: () => import('./record/index.js'),
  },
  learn: {
    purpose: 'Learn how the service differs from the assumptions, and save it as facts',
    load: () => import('./learn/index.js'),
  },
  openapi: {
    purpose: "Show the service's OpenAPI description, or check this client against it",
    load: () => import('./openapi/index.js'),
  },
  conformance: {
    purpose: 'Check any base URL against the rules of the interface',
    load: () => import('./conformance/index.js'),
  },
}

const CLOCK_COMMANDS: Tree = {
  show: { purpose: 'Show the clock', load: () => import('./emulator/clock/show.js') },
  set: { purpose: 'Set the clock forward to a time', load: () => import('./emulator/clock/set.js') },
  freeze: { purpose: 'Freeze the clock', load: () => import('./emulator/clock/freeze.js') },
  resume: { purpose: 'Resume the clock', load: () => import('./emulator/clock/resume.js') },
  advance: {
    purpose: 'Advance the clock, and run what is scheduled until then',
    load: () => import('./emulator/clock/advance.js'),
  },
}

/** The commands about the emulator. */
const EMULATOR_COMMANDS: Tree = {
  start: { purpose: 'Start the emulator', load: () => import('./emulator/start.js') },
  stop: { purpose: "Stop this folder's emulator", load: () => import('./emulator/stop.js') },
  status: { purpose: 'Show whether an emulator is running, and where', load: () => import('./emulator/status.js') },
  wait: { purpose: 'Wait until the emulator is ready', load: () => import('./emulator/wait.js') },
  env: {
    purpose: "Print the emulator's address and keys as environment variables",
    load: () => import('./emulator/env.js'),
  },
  exec: {
    purpose: 'Run a command against a fresh emulator of its own',
    load: () => import('./emulator/exec.js'),
  },
  clock: { purpose: 'Control the clock of an organisation', commands: CLOCK_COMMANDS },
  reset: { purpose: 'Reset an organisation to its seed', load: () => import('./emulator/reset.js') },
  ...EMULATOR_NOUNS,
}

/** The commands about keys and settings. */
const ACCOUNT_COMMANDS: Tree = {
  login: { purpose: 'Check an API key and save it in a profile', load: () => import('./login.js') },
  logout: { purpose: 'Remove the key of a profile', load: () => import('./logout.js') },
  profiles: {
    purpose: 'Manage profiles, each with an address and a key',
    commands: {
      list: { purpose: 'List profiles', load: () => import('./profiles/list.js') },
      show: { purpose: 'Show a profile', load: () => import('./profiles/show.js') },
      use: { purpose: 'Switch to a profile', load: () => import('./profiles/use.js') },
      remove: { purpose: 'Remove a profile and its key', load: () => import('./profiles/remove.js') },
    },
  },
  config: { purpose: 'Show each setting and where it comes from', load: () => import('./config.js') },
}

/** Every command by name: nouns, then verbs. Nothing is loaded before it is called. */
export const TREE: Tree = {
  demo: {
    purpose: 'See everything work on this machine: no key, no network',
    load: () => import('./demo/index.js'),
  },
  examples: {
    purpose: 'Write example files to push',
    load: () => import('./examples.js'),
  },
  me: { purpose: 'Show the key in use and its limits', load: () => import('./me.js') },
  groups: {
    purpose: 'List and create feedback groups',
    commands: {
      list: { purpose: 'List groups', load: () => import('./groups/list.js') },
      create: { purpose: 'Create a group, or return the one with that name', load: () => import('./groups/create.js') },
    },
  },
  sources: {
    purpose: 'List, create and publish sources',
    commands: {
      list: { purpose: 'List sources', load: () => import('./sources/list.js') },
      show: { purpose: 'Show a source and its fields', load: () => import('./sources/show.js') },
      create: {
        purpose: 'Create a draft source with its fields',
        load: () => import('./sources/create.js'),
      },
      publish: {
        purpose: 'Publish a draft, so that it accepts feedback',
        load: () => import('./sources/publish.js'),
      },
    },
  },
  tasks: {
    purpose: 'Follow bulk pushes and uploads',
    commands: {
      show: { purpose: 'Show the progress and result of a task', load: () => import('./tasks/show.js') },
      wait: { purpose: 'Wait until a task has finished', load: () => import('./tasks/wait.js') },
    },
  },
  feedback: {
    purpose: 'List, export and erase feedback',
    commands: {
      list: { purpose: 'List items in order of arrival', load: () => import('./feedback/list.js') },
      export: { purpose: 'Export items to a file', load: () => import('./feedback/export.js') },
      erase: { purpose: 'Erase items permanently', load: () => import('./feedback/erase.js') },
    },
  },
  analysis: {
    purpose: 'Show sentiment, themes and monitors',
    commands: {
      show: {
        purpose: 'Show the analysis of a source',
        load: () => import('./analysis/show.js'),
      },
      wait: { purpose: 'Wait until the last push has been analysed', load: () => import('./analysis/wait.js') },
    },
  },
  push: { purpose: 'Push feedback from files, each row exactly once', load: () => import('./push/index.js') },
  upload: { purpose: 'Upload a file for the service to read', load: () => import('./upload.js') },
  invites: {
    purpose: 'Invite people to a survey by email',
    commands: {
      template: { purpose: 'Show whether a source can send invites', load: () => import('./invites/template.js') },
      send: {
        purpose: 'Send invites to the people in a file, or preview them',
        load: () => import('./invites/send.js'),
      },
      show: { purpose: 'Show the progress of a distribution', load: () => import('./invites/show.js') },
      recipients: {
        purpose: 'List the recipients and what happened to each',
        load: () => import('./invites/recipients.js'),
      },
    },
  },
  webhooks: { purpose: 'Receive, verify, send and test webhooks', commands: WEBHOOK_COMMANDS },
  ...ACCOUNT_COMMANDS,
  ...SERVICE_COMMANDS,
  emulator: { purpose: 'Run and control an emulator of the service', commands: EMULATOR_COMMANDS },
  commands: { purpose: 'List every command and its options', load: () => import('./commands.js') },
  completion: {
    purpose: 'Print a completion script for bash, zsh or fish',
    load: () => import('./completion/index.js'),
  },
  help: { purpose: 'Show help for a command or topic', load: () => import('./help/index.js') },
}
