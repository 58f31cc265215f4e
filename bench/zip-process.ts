// Run by dossier-zip in a process of its own, so that its memory can be told: streams one archive into a file.
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createPool, openDatabase } from '../server/src/platform/db/index.ts'
import { localStore, zipPlan, zipStream, type ZipEntry } from '../server/src/platform/files/index.ts'

import { encryptedBenchStore } from './support/encrypted-store.ts'

export interface ZipOrder {
  root: string
  /** Where the keys of the files are; null for plain ones. */
  appUrl: string | null
  target: string
  entries: (Omit<ZipEntry, 'modifiedAt'> & { key: string })[]
}

export interface ZipReport {
  seconds: number
  /** Between the start and the highest point of the streaming. */
  extraMiB: number
}

async function main(orderPath: string): Promise<void> {
  const order = JSON.parse(await readFile(orderPath, 'utf8')) as ZipOrder
  const { root, appUrl } = order
  const inner = await localStore({ root })
  const db =
    appUrl === null ? null : openDatabase(createPool({ url: appUrl, max: 2, applicationName: 'zip' }))
  const store = db === null ? inner : await encryptedBenchStore(inner, db)
  const modifiedAt = new Date()
  const before = process.memoryUsage.rss()
  let highest = before
  const watch = setInterval(() => (highest = Math.max(highest, process.memoryUsage.rss())), 10)
  const started = performance.now()
  const plan = zipPlan(order.entries.map((entry) => ({ ...entry, modifiedAt })))
  const stream = zipStream(plan, (index, range) => store.get(order.entries[index]!.key, range))
  await pipeline(stream, createWriteStream(order.target))
  const seconds = (performance.now() - started) / 1000
  clearInterval(watch)
  const report: ZipReport = { seconds, extraMiB: (highest - before) / 1024 / 1024 }
  await db?.close()
  console.log(JSON.stringify(report))
}

const [, , orderPath] = process.argv
if (orderPath !== undefined) await main(orderPath)
