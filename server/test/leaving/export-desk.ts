import { createHash } from 'node:crypto'
import type { TestApp } from '../harness/index.ts'
import { handWorker } from '../jobs/hand-worker.ts'

export interface WireExport {
  readonly exportId: number
  readonly state: string
  readonly fault: string | null
  readonly sha256: string | null
  readonly fileSize: number | null
}

interface Office {
  readonly accountId: number
  readonly base: string
  readonly token: string
}

export const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Asks for an export as an administrator would. */
export async function askExport(t: TestApp, { base, token }: Office): Promise<WireExport> {
  const answer = await t.call('POST', `${base}/leaving/exports`, { token })
  if (answer.statusCode !== 202) throw new Error(answer.body)
  return answer.json<WireExport>()
}

export async function newestExport(t: TestApp, { base, token }: Office): Promise<WireExport> {
  const answer = await t.call('GET', `${base}/leaving/exports`, { token })
  const [newest] = answer.json<{ exports: WireExport[] }>().exports
  if (!newest) throw new Error('There is no export.')
  return newest
}

/** Asks, lets the job run, and downloads. */
export async function exportOf(t: TestApp, office: Office): Promise<Buffer> {
  const { accountId, base, token } = office
  const { exportId } = await askExport(t, office)
  await handWorker(t).run('leaving.export', { accountId, exportId })
  const answer = await t.call('GET', `${base}/leaving/exports/${exportId}/download`, { token })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.rawPayload
}

export interface Manifest {
  readonly format: string
  readonly accountId: number
  readonly schema: string
  readonly parts: { name: string; size: number; sha256: string; rows: number }[]
  readonly files: { copied: number; missing: number }
  readonly leftOut: Record<string, string>
}

export const linesOf = <T>(bytes: Buffer | undefined): T[] =>
  String(bytes ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T)
