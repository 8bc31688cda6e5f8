export { type Exchange, type HarDamage, type ReadHarOptions, readHar, UnreadableHarError } from './read-har.js'
