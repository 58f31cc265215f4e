// Run by dossier-zip in a process of its own, so that its memory can be told: streams one archive into a file.
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { localStore, zipPlan, zipStream, type ZipEntry } from '../server/src/platform/files/index.ts'

export interface ZipOrder {
  root: string
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
  const store = await localStore({ root: order.root })
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
  console.log(JSON.stringify(report))
}

const [, , orderPath] = process.argv
if (orderPath !== undefined) await main(orderPath)
