import type { Tree } from '../cli/command-tree.js'
import { ACCOUNT_COMMANDS } from './tree-account.js'
import { EMULATOR_COMMANDS } from './tree-emulator.js'
import { SERVICE_COMMANDS } from './tree-service.js'
import { WEBHOOK_COMMANDS } from './tree-webhooks.js'

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
