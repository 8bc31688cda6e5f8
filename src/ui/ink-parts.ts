/** The ready-made parts of live displays: the one place that imports them. */
export { ProgressBar, Spinner } from '@inkjs/ui'
