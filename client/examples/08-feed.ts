// Follows everything that happens, for ever. Kill it when you like: it goes on where it was.
// node 08-feed.ts position.json events.ndjson
import { appendFile } from 'node:fs/promises'
import { feed, type VigieEvent } from '@vigie/client'
import { fileStore } from '@vigie/client/node'
import { account, argument } from './connect.ts'

const store = fileStore(argument(0, 'where to keep the position'))
const output = argument(1, 'where to write the events')

const stop = new AbortController()
process.once('SIGTERM', () => stop.abort())

for await (const event of feed(account, { store, signal: stop.signal, size: 50 })) await handle(event)

/** After a crash an event may come again: whoever reads the file keeps the first of each number. */
async function handle({ seq, eventName, resourceId }: VigieEvent): Promise<void> {
  await appendFile(output, `${JSON.stringify({ seq, eventName, resourceId })}\n`)
}
