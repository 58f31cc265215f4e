import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { inject } from 'vitest'

/** The PostgreSQL of this run of tests, and the migrated database to clone. */
export interface PreparedServer {
  serverUrl: string
  templateDatabase: string
  /** The quicker way to clone it there. */
  cloneStrategy: 'file_copy' | 'wal_log'
  appPassword: string
}

const pollMs = 20
let known: Promise<PreparedServer> | undefined

/** Waits until the global set-up has prepared it. */
export function preparedServer(): Promise<PreparedServer> {
  known ??= read(inject('serverFile'))
  return known
}

async function read(file: string): Promise<PreparedServer> {
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => null)
    if (text !== null) {
      const content = JSON.parse(text) as PreparedServer | { failure: string }
      if ('failure' in content) throw new Error(`The server of the tests did not start.\n${content.failure}`)
      return content
    }
    await delay(pollMs)
  }
}
