import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { costFigure, type Bench } from './support/figures.ts'
import { startProduct } from './support/product.ts'

/** Resident memory of a process and all below it, in MB; memory shared between them is counted once (PSS). */
async function memoryOf(pid: number): Promise<number> {
  const listing = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
  const rows = listing.split('\n').map((line) => line.trim().split(/\s+/))
  const family = new Set([pid])
  for (let grown = true; grown;) {
    grown = false
    for (const [child, parent] of rows) {
      if (family.has(Number(parent)) && !family.has(Number(child))) {
        family.add(Number(child))
        grown = true
      }
    }
  }
  let kilobytes = 0
  for (const member of family) {
    const rollup = await readFile(`/proc/${member}/smaps_rollup`, 'utf8').catch(() => '')
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0)
  }
  return kilobytes / 1024
}

export const startUp: Bench = {
  name: 'start-up',
  title: 'From the start command to ready, and memory when idle',
  async run(tell) {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'vigie-bench-'))
    try {
      const empty = await startProduct(dataDir)
      tell(`empty folder: ${empty.secondsToReady.toFixed(1)} s`)
      await empty.stop()
      const warm = await startProduct(dataDir)
      tell(`warm: ${warm.secondsToReady.toFixed(1)} s`)
      const memory = await memoryOf(warm.pid)
      await warm.stop()
      return [
        costFigure('empty folder to ready', empty.secondsToReady, { most: 15, unit: 's' }),
        costFigure('warm to ready', warm.secondsToReady, { most: 5, unit: 's' }),
        costFigure('idle memory, service and database', memory, { most: 350, unit: 'MB' }),
      ]
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  },
}
