// Adds many companies from a table: first a dry run, then in earnest, and what was wrong with which row.
// node 10-import-csv.ts suppliers.csv
import { waitFor } from '@vigie/client'
import { openFile } from '@vigie/client/node'
import { account, argument } from './connect.ts'

const path = argument(0, 'a CSV file')

for (const dryRun of [true, false]) {
  const { importId } = await account.post('/thirdparties/imports', {
    query: { dryRun, onDuplicate: 'skip' },
    body: await openFile(path, 'text/csv'),
  })
  const done = await waitFor(
    () => account.get('/thirdparties/imports/{importId}', { path: { importId } }),
    ({ state }) => ['CANCELLED', 'DONE', 'FAILED'].includes(state),
  )
  console.log(dryRun ? 'Dry run:' : 'Import:', done.state, done.added, done.duplicates, done.invalid)
  const errors = account.items('/thirdparties/imports/{importId}/errors', { path: { importId } })
  for await (const { row, code, message } of errors) console.log(`Row ${row}: ${code} ${message}`)
}
