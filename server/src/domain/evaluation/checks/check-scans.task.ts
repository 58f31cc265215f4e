import type { Handler } from '../../../platform/jobs/index.ts'
import {
  codesOf,
  conclude,
  examineFiles,
  findWaiting,
  isForScans,
  isToBeSeen,
  toStored,
  type CheckDeps,
  type ReadFile,
  type Waiting,
} from './check-response.task.ts'
import type { ExaminedFile } from './conclude-check.ts'
import { readAs } from './judge-answer.ts'
import { lookAtPages } from './look-at-pages.ts'
import { engineOf, readPicture, type PictureReading, type ScanSettings } from './read-pictures.ts'
import { keptScan } from './scans.queries.ts'

/** Checks an answer whose pages must be looked at as pictures, one after the other in the whole installation. */
export const checkScans =
  (deps: CheckDeps): Handler<'responses.check-scans'> =>
  async ({ responseId }, { db, scope, signal }) => {
    const waiting = await db.read(scope, (tx) =>
      findWaiting(tx, scope, { responseId, verdicts: deps.verdicts }),
    )
    if (waiting === null) return
    const keptOf = ({ evidenceId }: ExaminedFile, scans: ScanSettings) =>
      db.read(scope, (tx) => keptScan(tx, scope, evidenceId, engineOf(scans)))
    const files: ReadFile[] = []
    for (const file of await examineFiles(waiting, deps, signal))
      files.push(await seeFile(waiting, file, { ...deps, keptOf }))
    await conclude({ responseId, files }, deps, { db, scope })
  }

type Kept = Pick<PictureReading, 'content' | 'codes'>

interface SeeDeps extends Pick<CheckDeps, 'store' | 'scans' | 'codes'> {
  /** What was recognised while the file was in a draft; undefined where nobody looked. */
  readonly keptOf: (file: ExaminedFile, scans: ScanSettings) => Promise<Kept | undefined>
}

/** Reads what has no text, and compares text that may be believed alone with what the pages show. */
async function seeFile(waiting: Waiting, file: ExaminedFile, deps: SeeDeps): Promise<ReadFile> {
  const { store, scans, keptOf } = deps
  const evidence = waiting.evidences.find(({ evidenceId }) => evidenceId === file.evidenceId)
  const read = readAs(waiting.code, file)
  if (!scans || !evidence || file.fileState !== 'CLEAN') return read
  const stored = { ...toStored(evidence), contentType: file.contentType }
  if (isForScans([file])) {
    const kept = await keptOf(file, scans)
    const { content, codes } = kept ?? (await readPicture(stored, store, scans))
    return content === null ? { ...read, codes } : { ...readAs(waiting.code, { ...file, content }), codes }
  }
  const seen = { ...read, codes: await codesOf(waiting, read, deps) }
  if (read.reading === null || !isToBeSeen(waiting, read)) return seen
  return { ...seen, look: await lookAtPages({ stored, reading: read.reading }, store, scans) }
}
