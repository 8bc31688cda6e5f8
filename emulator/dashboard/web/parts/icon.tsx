const PATHS = {
  requests: 'M2 4h12M2 8h8M2 12h10',
  webhooks: 'M8 3a3 3 0 0 1 2.6 4.5L13 11M8 3a3 3 0 0 0-2.6 4.5L3 11m2 2h6',
  outbox: 'M2 4h12v8H2zM2 4.5l6 4.5 6-4.5',
  sources:
    'M2.5 4C2.5 2.9 5 2 8 2s5.5.9 5.5 2-2.5 2-5.5 2-5.5-.9-5.5-2zm0 0v8c0 1.100 2.500 2 5.500 2s5.500-.9 5.500-2V4m-11 4c0 1.100 2.500 2 5.500 2s5.500-.9 5.500-2',
  analysis: 'M3 13V8m5 5V3m5 10V6',
  monitors:
    'M1.500 8S4 3.500 8 3.500 14.500 8 14.500 8 12 12.500 8 12.500 1.500 8 1.500 8zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  keys: 'M10.500 9a3.500 3.500 0 1 0-3.300-2.300L2 12v2h2.500v-1.500H6V11l1.700-1.700c.8.300 1.800.1 2.800-.3zM11 5h.01',
  connections:
    'M6.500 9.500l3-3M7 5l1.500-1.500a2.800 2.800 0 0 1 4 4L11 9M9 11l-1.500 1.500a2.800 2.800 0 0 1-4-4L5 7',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 4.500V8l2.500 1.500',
  state: 'M3 8a5 5 0 1 0 1.500-3.500L3 6M3 3v3h3M8 5.500V8l2 1',
  assumptions: 'M6 6a2 2 0 1 1 2.700 1.900c-.5.200-.7.600-.7 1.100M8 11.500h.01M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12z',
  copy: 'M5.500 5.500V3h7.500v7.500h-2.500M3 5.500h7.500V13H3z',
  check: 'M3 8.500l3.500 3.500L13 5',
  close: 'M4 4l8 8m0-8l-8 8',
  theme: 'M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12',
  plus: 'M8 3v10M3 8h10',
  down: 'M4 6.500l4 4 4-4',
  menu: 'M2 4h12M2 8h12M2 12h12',
  organizations: 'M2.500 14V5.500L8 2.500l5.500 3V14M2 14h12M6.500 14v-3.500h3V14M6 7h.01M10 7h.01',
  members:
    'M8 8a2.700 2.700 0 1 0 0-5.400A2.700 2.700 0 0 0 8 8zM2.800 13.500c.600-2.600 2.700-4 5.200-4s4.600 1.400 5.200 4',
  send: 'M2 7.500l12-5-4 11.500-2.700-4.700zM7.300 9.300L14 2.500',
} as const

export type IconName = keyof typeof PATHS

/** A picture beside words; screen readers get the words alone. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
