// Reads the whole portfolio, once through its pages and once as a table.
import { csvRows, parseTime } from '@vigie/client'
import { account } from './connect.ts'

let newest = new Date(0)
let count = 0
for await (const company of account.items('/thirdparties', { query: { size: 2 } })) {
  const created = parseTime(company.createdAt)
  if (created > newest) newest = created
  count += 1
}

let rows = 0
for await (const row of csvRows(await account.download('/thirdparties/export.csv'))) {
  if (row['thirdpartyId'] !== '') rows += 1
}
console.log(`${count} companies, ${rows} rows, the newest of ${newest.toISOString().slice(0, 10)}`)
