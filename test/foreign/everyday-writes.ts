import type { Everyday } from './everyday.js'
import { otherId } from './shape.js'
import { itemsIn, STAGED, type World } from './world.js'

const REVIEWS = [
  'id,comment,customer,rating,date',
  'R-1,"Great delivery, thank you",C-1,5,2024-05-06T07:08:09Z',
  'R-2,The app is slow,C-2,2,2024-05-07T00:00:00Z',
  'R-3,It arrived,C-3,3,2024-05-08T12:00:00Z',
  '',
].join('\n')
const MAP = ['--map', 'text=comment,external_id=id,customer_id=customer,rating=rating,occurred_at=date']
const FIELDS = 'id,good,bad\nF-1,Fast support,Late delivery\nF-2,Good price,Broken app\n'

/** Each row once, whole, in the right source. */
function hasReviews(world: World, sourceId: number = STAGED.tickets): boolean {
  const items = itemsIn(world, sourceId)
  const first = items.find(({ externalId }) => externalId === 'R-1')
  const hasAll = ['R-1', 'R-2', 'R-3'].every((id) => items.filter(({ externalId }) => externalId === id).length === 1)
  const isWhole = first?.text === 'Great delivery, thank you' && first.customerId === 'C-1' && first.rating === 5
  const at = Date.parse(world.service.choices['push.dates'] === 'date' ? '2024-05-06' : '2024-05-06T07:08:09Z')
  return items.length === 3 && hasAll && isWhole && first.occurredAt === at
}

const sourceNamed = ({ service }: World, title: string) =>
  service.state.sources.filter((source) => source.title === title)

/** Commands that create, publish and push. */
export const EVERYDAY_WRITES: Everyday[] = [
  {
    title: 'groups create',
    args: () => ['groups', 'create', 'Quality', '--json'],
    judge: ({ service }, { stdout }) => {
      const [made, ...more] = service.state.groups.filter(({ name }) => name === 'Quality')
      return made !== undefined && more.length === 0 && stdout.includes(String(made.id))
    },
  },
  {
    title: 'groups create, there already',
    args: () => ['groups', 'create', 'Support'],
    judge: ({ service }, { stdout }) => service.state.groups.length === 2 && stdout.includes(String(STAGED.support)),
  },
  {
    title: 'sources create with questions and options, published',
    args: () => [
      ...[
        'sources',
        'create',
        'Opinions',
        '--group',
        'Support',
        '--description',
        'What they say',
        '--feedback-type',
        'review',
      ],
      ...[
        '--question',
        'DEPTH_TEXT: Why?',
        '--question',
        'SCQ: Which?',
        '--option',
        'Red',
        '--option',
        'Blue',
        '--publish',
      ],
    ],
    judge: (world) => {
      const [made, ...more] = sourceNamed(world, 'Opinions')
      const [why, which] = made?.questions ?? []
      const isMade =
        made?.groupId === STAGED.support && made.description === 'What they say' && made.feedbackType === 'review'
      const isAsked = why?.text === 'Why?' && why.type === 'DEPTH_TEXT' && which?.type === 'SCQ'
      return more.length === 0 && isMade && made.published && isAsked && which.options.join() === 'Red,Blue'
    },
  },
  {
    title: 'sources publish',
    args: () => ['sources', 'publish', String(STAGED.draft)],
    judge: (world) => sourceNamed(world, 'Draft')[0]!.published,
  },
  {
    title: 'push by identifier',
    args: () => ['push', 'reviews.csv', '--source', String(STAGED.tickets), ...MAP],
    files: { 'reviews.csv': REVIEWS },
    judge: (world) => hasReviews(world),
  },
  {
    title: 'push by name',
    args: () => ['push', 'reviews.csv', '--source', 'Tickets', ...MAP],
    files: { 'reviews.csv': REVIEWS },
    judge: (world) => hasReviews(world),
  },
  {
    title: 'push again: nothing twice',
    args: () => ['push', 'reviews.csv', '--source', 'Tickets', '--restart', ...MAP],
    files: { 'reviews.csv': REVIEWS },
    times: 2,
    judge: (world) => hasReviews(world),
  },
  {
    title: 'push of plain lines, again: nothing twice',
    args: () => ['push', 'notes.txt', '--source', 'Tickets', '--restart'],
    files: { 'notes.txt': 'One thing\nAnother thing\n' },
    times: 2,
    judge: (world) =>
      itemsIn(world, STAGED.tickets)
        .map(({ text }) => text)
        .sort()
        .join() === 'Another thing,One thing',
  },
  {
    title: 'push --create of a new group and source',
    args: () => ['push', 'reviews.csv', '--group', 'Fresh', '--source', 'Brand new', '--create', ...MAP],
    files: { 'reviews.csv': REVIEWS },
    judge: (world) => {
      const [made, ...more] = sourceNamed(world, 'Brand new')
      const groups = world.service.state.groups.filter(({ name }) => name === 'Fresh')
      return more.length === 0 && groups.length === 1 && made?.groupId === groups[0]!.id && hasReviews(world, made.id)
    },
  },
  {
    title: 'push --create into what is on the last page',
    args: () => ['push', 'reviews.csv', '--group', 'Group 240', '--source', 'Far away', '--create', ...MAP],
    files: { 'reviews.csv': REVIEWS },
    stage: ({ service: { state } }) => {
      for (let index = 1; index <= 250; index += 1)
        state.groups.push({ id: 15_000 + index, name: `Group ${index}`, createdAt: 0 })
      const questions = [{ id: 6040, text: 'Far?', type: 'TEXT' as const, options: [] }]
      state.sources.push({
        id: 5040,
        groupId: 15_240,
        title: 'Far away',
        published: true,
        createdAt: 0,
        questions,
        readsUntilAnalysed: 0,
      })
    },
    judge: (world) =>
      sourceNamed(world, 'Far away').length === 1 &&
      world.service.state.groups.length === 252 &&
      hasReviews(world, 5040),
  },
  {
    title: 'push of two fields, --wait',
    args: ({ service }) => [
      'push',
      'fields.csv',
      '--source',
      'Survey',
      '--field',
      'good=What went well?',
      '--field',
      `bad=${otherId(service.choices, 'question', 6034)}`,
      '--map',
      'external_id=id',
      '--wait',
    ],
    files: { 'fields.csv': FIELDS },
    judge: (world) => {
      const stored = itemsIn(world, STAGED.survey).map(
        ({ questionId, externalId, text }) => `${questionId} ${externalId} ${text}`,
      )
      return (
        stored.sort().join() === '6033 F-1 Fast support,6033 F-2 Good price,6034 F-1 Late delivery,6034 F-2 Broken app'
      )
    },
  },
  {
    title: 'push to a draft: refused with a message',
    args: () => ['push', 'reviews.csv', '--source', String(STAGED.draft), ...MAP],
    files: { 'reviews.csv': REVIEWS },
    mayRefuse: true,
    judge: () => false,
  },
  {
    title: 'upload --wait',
    args: () => ['upload', 'reviews.csv', '--source', 'Tickets', '--wait', ...MAP],
    files: { 'reviews.csv': REVIEWS },
    judge: (world) => hasReviews(world),
  },
]
