import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Everyday } from './everyday.js'
import type { Item } from './state.js'
import { itemsIn, putFile, putItems, STAGED } from './world.js'

const PEOPLE = 'email,name\nann@example.org,Ann\ncarl@example.org,Carl\n'

const has = (items: Item[], id: string) => items.some(({ externalId }) => externalId === id)

/** Commands that erase, invite, and verify a delivery. */
export const EVERYDAY_INVITES_AND_ERASURES: Everyday[] = [
  {
    title: 'feedback erase by external id',
    args: () => ['feedback', 'erase', '--external-id', 'A-7', '--yes'],
    judge: (world) =>
      itemsIn(world, STAGED.archive).length === STAGED.archived - 1 && !has(world.service.state.items, 'A-7'),
  },
  {
    title: 'feedback erase by customer',
    args: () => ['feedback', 'erase', '--customer-id', 'C-1', '--yes'],
    stage: (world) =>
      putItems(world, STAGED.tickets, [
        { externalId: 'M-1', customerId: 'C-1' },
        { externalId: 'M-2', customerId: 'C-2' },
      ]),
    judge: ({ service }) =>
      service.state.items.every(({ customerId }) => customerId !== 'C-1') &&
      service.state.items.length === STAGED.archived - 5 + 1,
  },
  {
    title: 'feedback erase of a customer in one source',
    args: () => ['feedback', 'erase', '--customer-id', 'C-1', '--source', 'Tickets', '--yes'],
    stage: (world) =>
      putItems(world, STAGED.tickets, [
        { externalId: 'M-1', customerId: 'C-1' },
        { externalId: 'M-2', customerId: 'C-2' },
      ]),
    mayRefuse: true,
    judge: (world) =>
      itemsIn(world, STAGED.tickets).length === 1 && itemsIn(world, STAGED.archive).length === STAGED.archived,
  },
  {
    title: 'invites send --dry-run',
    args: () => ['invites', 'send', 'Tickets', 'people.csv', '--dry-run'],
    files: { 'people.csv': PEOPLE },
    judge: ({ service }, { stdout }) => service.state.invites.length === 1 && stdout.includes('carl@example.org'),
  },
  {
    title: 'invites send',
    args: () => ['invites', 'send', 'Tickets', 'people.csv', '--yes'],
    files: { 'people.csv': PEOPLE },
    judge: ({ service }) => {
      const [, made, ...more] = service.state.invites
      return (
        more.length === 0 &&
        made?.recipients.map(({ email, variables }) => `${email} ${variables.name}`).join() ===
          'ann@example.org Ann,carl@example.org Carl'
      )
    },
  },
  {
    title: 'webhooks verify',
    args: ({ service, folder }) => {
      const { headers } = service.state.deliveries[0]!
      return [
        'webhooks',
        'verify',
        '--secret-env',
        'SECRET',
        '--signature',
        headers['X-Service-Signature']!,
        '--body',
        join(folder, 'body.json'),
      ]
    },
    stage: (world) => {
      const { service } = world
      const authorization = `Bearer ${service.keyWith('all')}`
      const body = Buffer.from(JSON.stringify({ name: 'For an event' }))
      service.handle({ method: 'POST', path: '/api/input/survey_series/create', headers: { authorization }, body })
      putFile(world, 'body.json', service.state.deliveries[0]!.body)
    },
    env: { SECRET: 'whsec_of_a_foreign_service' },
    judge: ({ folder }, { code }) =>
      code === 0 && readFileSync(join(folder, 'body.json'), 'utf8').includes('series.created'),
  },
]
