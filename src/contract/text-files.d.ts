/** A file as text: the bundler and the test runner both put it into the program. */
declare module '*.tsv?raw' {
  const text: string
  // biome-ignore lint/style/noDefaultExport: the bundler gives such a file as its default export.
  export default text
}
