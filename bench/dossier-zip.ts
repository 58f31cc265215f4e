import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { localStore, newObjectKey, type ObjectStore } from '../server/src/platform/files/index.ts'
import { benchDatabase, type BenchDatabase } from './support/bench-database.ts'
import { addBenchAccount, encryptedBenchStore } from './support/encrypted-store.ts'
import { costFigure, median, ratioFigure, type Bench } from './support/figures.ts'
import type { ZipOrder, ZipReport } from './zip-process.ts'

const rounds = 3
const fileMB = 32
const child = fileURLToPath(new URL('zip-process.ts', import.meta.url))

/** VIGIE_BENCH_ZIP_MB lowers the size for a quick look. */
const totalMB = Number(process.env['VIGIE_BENCH_ZIP_MB'] ?? 2_000)

async function fill(files: ObjectStore): Promise<ZipOrder['entries']> {
  const block = randomBytes(1_000_000)
  const entries: ZipOrder['entries'] = []
  for (let i = 0; i * fileMB < totalMB; i += 1) {
    const key = newObjectKey(1)
    const blocks = Array.from({ length: Math.min(fileMB, totalMB - i * fileMB) }, () => block)
    const stored = await files.put(key, Readable.from(blocks), { maxBytes: fileMB * 1_000_000 })
    entries.push({ key, name: `${i}-preuve.pdf`, ...stored })
  }
  return entries
}

function seconds(action: () => void): number {
  const started = performance.now()
  action()
  return (performance.now() - started) / 1000
}

async function compare(
  folder: string,
  tell: (line: string) => void,
): Promise<{ theirs: number[]; ours: ZipReport[] }> {
  const root = path.join(folder, 'store')
  const theirsPath = path.join(folder, 'theirs.zip')
  const entries = await fill(await localStore({ root }))
  const theirs: number[] = []
  const ours: ZipReport[] = []
  for (let round = 0; round < rounds; round += 1) {
    await rm(theirsPath, { force: true })
    theirs.push(seconds(() => execFileSync('zip', ['-0', '-q', '-r', theirsPath, 'objects'], { cwd: root })))
    ours.push(await zipOnce(folder, { root, appUrl: null, entries }))
    tell(`zip -0 ${theirs.at(-1)?.toFixed(1)} s, ours ${ours.at(-1)?.seconds.toFixed(1)} s`)
  }
  await rm(root, { recursive: true })
  await rm(theirsPath)
  return { theirs, ours }
}

/** The same files, encrypted. */
async function encrypted(
  folder: string,
  { db, appUrl }: BenchDatabase,
  tell: (line: string) => void,
): Promise<ZipReport[]> {
  const root = path.join(folder, 'encrypted')
  await addBenchAccount(db)
  const entries = await fill(await encryptedBenchStore(await localStore({ root }), db))
  const reports: ZipReport[] = []
  for (let round = 0; round < rounds; round += 1) {
    reports.push(await zipOnce(folder, { root, appUrl, entries }))
    tell(`encrypted ${reports.at(-1)?.seconds.toFixed(1)} s`)
  }
  return reports
}

async function zipOnce(folder: string, order: Omit<ZipOrder, 'target'>): Promise<ZipReport> {
  const [target, orderPath] = [path.join(folder, 'ours.zip'), path.join(folder, 'order.json')]
  await rm(target, { force: true })
  await writeFile(orderPath, JSON.stringify({ ...order, target } satisfies ZipOrder))
  const printed = execFileSync(process.execPath, ['--import', 'tsx', child, orderPath], { encoding: 'utf8' })
  if ((await stat(target)).size < totalMB * 1_000_000)
    throw new Error('The archive is shorter than its files.')
  execFileSync('unzip', ['-tq', target])
  return JSON.parse(printed) as ZipReport
}

export const dossierZip: Bench = {
  name: 'dossier-zip',
  title: `A dossier of ${totalMB} MB as one archive, every file checked on the way`,
  async run(tell) {
    const folder = await mkdtemp(path.join(tmpdir(), 'vigie-bench-zip-'))
    const database = await benchDatabase()
    try {
      const { theirs, ours } = await compare(folder, tell)
      const sealed = await encrypted(folder, database, tell)
      const time = median(ours.map((report) => report.seconds))
      const sealedTime = median(sealed.map((report) => report.seconds))
      const memory = Math.max(...[...ours, ...sealed].map((report) => report.extraMiB))
      return [
        ratioFigure('throughput against zip -0', median(theirs) / time, 3),
        ratioFigure('encrypted, throughput against plain', time / sealedTime, 0.4),
        costFigure('extra memory of the streaming process', memory, { most: 64, unit: 'MiB' }),
        { name: 'MB/s', value: totalMB / time, measured: `${(totalMB / time).toFixed(0)}/s` },
      ]
    } finally {
      await database.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
}
