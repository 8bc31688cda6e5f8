/** Commands that share one line of the overview, and what they are for. */
type OverviewLine = readonly [commands: readonly string[], summary: string]

/** What `inpk` shows on its own: every command once, by what one wants to do. It fits a terminal of 24 lines and 80 columns. */
export const OVERVIEW: readonly (readonly [title: string, lines: readonly OverviewLine[]])[] = [
  [
    'Start here',
    [
      [['demo'], 'See everything work here: no key, no network'],
      [['examples', 'doctor'], 'Write files to push; diagnose connection and key'],
    ],
  ],
  [
    'Feedback',
    [
      [['push', 'upload'], 'Push feedback from files, each row exactly once'],
      [['groups', 'sources'], 'List, create and publish groups and sources'],
      [['feedback', 'tasks'], 'List, export and erase items; follow bulk pushes'],
      [['invites'], 'Invite people to a survey by email'],
    ],
  ],
  [
    'Analysis',
    [
      [['analysis'], 'Show sentiment, themes and monitors'],
      [['mcp'], 'Use the MCP endpoint for AI assistants'],
    ],
  ],
  ['Webhooks', [[['webhooks'], 'Receive, verify, send and test webhooks']]],
  ['Emulator', [[['emulator'], 'Run and control an emulator of the service']]],
  [
    'Account',
    [
      [['login', 'logout', 'me'], 'Save or remove an API key; show its limits'],
      [['profiles', 'config'], 'Switch between profiles; show all settings'],
    ],
  ],
  [
    'Tools',
    [
      [['api', 'openapi'], 'Send any request; show the API description'],
      [['learn', 'record'], 'Learn how the service differs; record traffic'],
      [['conformance'], 'Check any base URL against the interface'],
      [['completion'], 'Complete commands in bash, zsh or fish'],
      [['commands', 'help'], 'List every command; show help for one'],
    ],
  ],
]
