import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { startProcessHeartbeat } from './domain/operator/index.ts'
import type { Db } from './platform/db/index.ts'
import { version } from './version.ts'

/** What operators see of this process. */
export function openHeartbeat(db: Db, { role, runsJobs }: { role: 'SERVICE' | 'WORKER'; runsJobs: boolean }) {
  const facts = {
    processId: randomUUID(),
    version,
    host: hostname().slice(0, 255) || 'unknown',
    pid: process.pid,
  }
  return startProcessHeartbeat(db, { ...facts, role, runsJobs })
}
