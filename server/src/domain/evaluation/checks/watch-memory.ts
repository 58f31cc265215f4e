// Used by programs that open hostile files in a process of their own.
import { Worker } from 'node:worker_threads'

// A flag of the engine bounds objects but not the buffers that streams are unpacked into, so a second thread
// looks at the whole process: it goes on looking while the first is busy with one endless page.
const watch = `
  const { workerData } = require('node:worker_threads')
  setInterval(() => {
    if (process.memoryUsage.rss() > workerData) process.kill(process.pid, 'SIGKILL')
  }, 20)`

/** Ends this process when it takes more. */
export function watchMemory(memoryMiB: number): void {
  new Worker(watch, { eval: true, workerData: memoryMiB * 1024 * 1024 }).unref()
}

export async function readInput(): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
