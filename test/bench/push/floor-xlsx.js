// The floor of reading a workbook: inflating its sheet (and the texts it refers to, where they lie apart).
import yauzl from 'yauzl'

yauzl.open(process.argv[2], { lazyEntries: true }, (error, zip) => {
  if (error) throw error
  zip.on('entry', (entry) => {
    if (!/sheet1|sharedStrings/.test(entry.fileName)) return zip.readEntry()
    zip.openReadStream(entry, (failed, stream) => {
      if (failed) throw failed
      stream.on('data', () => undefined).on('end', () => zip.readEntry())
    })
  })
  zip.readEntry()
})
