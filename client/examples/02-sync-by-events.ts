// Keeps a copy of the portfolio and brings it up to date: only companies that something happened to since the last
// run are read. Run it every night: node 02-sync-by-events.ts copy.json
import { readFile, writeFile } from 'node:fs/promises'
import { formatTime } from '@vigie/client'
import { account, argument } from './connect.ts'

interface Copy {
  since: string
  names: Record<string, string | null>
}

const file = argument(0, 'the file of the copy')
const copy = await readFile(file, 'utf8').then(
  (text) => JSON.parse(text) as Copy,
  (): Copy => ({ since: '2020-01-01T00:00:00', names: {} }),
)

let completeUntil: string | null = null
let changed = 0
const query = {
  eventNames:
    'THIRD_PARTY_ADDED,THIRD_PARTY_UPDATED,THIRD_PARTY_INFORMATION_UPDATED,THIRD_PARTY_CODE_UPDATED',
  eventOccurrenceStartDate: copy.since,
  eventOccurrenceEndDate: formatTime(new Date()),
  size: 500,
}
// The first answer says up to which second it is final: the next run begins there, and nothing is missed.
const onHeaders = (headers: Headers) => (completeUntil ??= headers.get('events-complete-until'))
for await (const company of account.items('/thirdparties', { query, onHeaders })) {
  copy.names[company.thirdpartyId] = company.name
  changed += 1
}
await writeFile(file, JSON.stringify({ ...copy, since: completeUntil ?? copy.since }))
console.log(`${changed} changed, ${Object.keys(copy.names).length} known`)
