import { randomBytes, randomUUID } from 'node:crypto'
import { closeSync, existsSync, fchownSync, openSync, rmSync, unlinkSync, writeSync } from 'node:fs'
import { mkdtemp, open, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { codeOf, EmbeddedPostgresError } from './errors.ts'
import { fullDiskHint } from './log.ts'
import { canEnter, giveTo } from './run-as.ts'
import { run, serverEnvironment } from './run.ts'
import type { Outcome, RunAs } from './run.ts'

export interface ClusterPlan {
  dataDir: string
  cluster: string
  binaries: Binaries
  runAs: RunAs | undefined
  durable: boolean
  onProgress: (step: string) => void
}

const DRAFT = 'postgres.new-'

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * How the server's user gets to a folder. Below a folder that this user may not enter (a project under /root),
 * the program is started inside it and knows it as its working folder, which needs no right on those above.
 */
export async function wayInto(
  folder: string,
  runAs: RunAs | undefined,
): Promise<{ cwd: string; path: string }> {
  if (await canEnter(folder, runAs)) return { cwd: '/', path: folder }
  if (process.platform === 'linux') return { cwd: folder, path: '/proc/self/cwd' }
  throw new EmbeddedPostgresError(
    `The user ${runAs?.name} cannot enter ${folder}. Choose a data folder that it can enter, ` +
      `or set DATABASE_URL to use a PostgreSQL server of your own.`,
  )
}

export async function readPassword(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

async function createPassword(dataDir: string): Promise<string> {
  const path = join(dataDir, 'postgres-password')
  const password = randomBytes(24).toString('base64url')
  const draft = `${path}.${randomUUID()}`
  try {
    await writeFile(draft, `${password}\n`, { mode: 0o600, flag: 'wx', flush: true })
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
  await syncFolder(dataDir)
  return password
}

/** The password is written only after the file has lost its name, so no other process can open it. */
function passwordFile(plan: ClusterPlan, password: string): { fd: number; option: string; remove(): void } {
  const path = join(plan.dataDir, `.pw-${randomUUID()}`)
  const fd = openSync(path, 'wx+', 0o600)
  const named = process.platform === 'win32'
  if (plan.runAs) fchownSync(fd, plan.runAs.uid, plan.runAs.gid)
  if (!named) unlinkSync(path)
  writeSync(fd, `${password}\n`, 0)
  const remove = () => {
    closeSync(fd)
    rmSync(path, { force: true })
  }
  return { fd, option: `--pwfile=${named ? path : '/dev/stdin'}`, remove }
}

async function initdb(
  plan: ClusterPlan,
  password: string,
  locale: string,
): Promise<Outcome & { draft: string }> {
  const draft = await mkdtemp(join(plan.dataDir, DRAFT))
  await giveTo(draft, plan.runAs)
  const way = await wayInto(draft, plan.runAs)
  const secret = passwordFile(plan, password)
  // The built-in provider sorts by code point whatever the system's C library, now and after its upgrades.
  const words = [
    '--encoding=UTF8',
    `--locale=${locale}`,
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
  const safety = ['--auth=scram-sha-256', '--data-checksums', ...(plan.durable ? [] : ['--no-sync'])]
  try {
    const args = ['-D', way.path, '-U', 'postgres', secret.option, ...words, ...safety]
    const env = serverEnvironment(plan.binaries.libraries)
    const outcome = await run(plan.binaries.initdb, args, { ...plan, env, cwd: way.cwd, stdin: secret.fd })
    return { ...outcome, draft }
  } finally {
    secret.remove()
  }
}

/** Made under another name and renamed when whole, so an interrupted creation is simply begun again. */
async function createCluster(plan: ClusterPlan, password: string): Promise<void> {
  plan.onProgress('Creating the database cluster')
  let outcome = await initdb(plan, password, 'C.UTF-8')
  if (!outcome.ok && outcome.output.includes('locale')) {
    await rm(outcome.draft, { recursive: true, force: true })
    outcome = await initdb(plan, password, 'C')
  }
  if (!outcome.ok) {
    const hint = await fullDiskHint(plan.dataDir)
    await rm(outcome.draft, { recursive: true, force: true })
    const lines = outcome.output.trim().split('\n').slice(-12).join('\n')
    throw new EmbeddedPostgresError(
      `The database cluster could not be created in ${plan.dataDir}:\n${lines}${hint}`,
    )
  }
  await rename(outcome.draft, plan.cluster)
  if (plan.durable) await syncFolder(plan.dataDir)
}

async function removeDrafts(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(DRAFT)) await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

async function checkVersion(plan: ClusterPlan): Promise<void> {
  const found = (await readFile(join(plan.cluster, 'PG_VERSION'), 'utf8')).trim()
  if (found === plan.binaries.major) return
  throw new EmbeddedPostgresError(
    `${plan.cluster} was made by PostgreSQL ${found}, and this release brings PostgreSQL ${plan.binaries.major}. ` +
      `Back the data up with the release that made it and restore the backup with this one.`,
  )
}

async function removeIfEmpty(folder: string): Promise<void> {
  if (!existsSync(folder)) return
  await rmdir(folder).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOTEMPTY') throw error
    throw new EmbeddedPostgresError(
      `${folder} holds files but no PG_VERSION: it is not a whole database cluster. ` +
        `Restore it from a backup, or move it away to start with an empty database.`,
    )
  })
}

/** Makes sure that a whole cluster of our version is there; answers the administrator's password. */
export async function ensureCluster(plan: ClusterPlan): Promise<string> {
  await removeDrafts(plan.dataDir)
  const known = await readPassword(plan.dataDir)
  if (!existsSync(join(plan.cluster, 'PG_VERSION'))) {
    await removeIfEmpty(plan.cluster)
    const password = known ?? (await createPassword(plan.dataDir))
    await createCluster(plan, password)
    return password
  }
  await checkVersion(plan)
  await giveTo(plan.cluster, plan.runAs)
  if (known !== undefined) return known
  throw new EmbeddedPostgresError(
    `${join(plan.dataDir, 'postgres-password')} is missing, and the database in ${plan.cluster} cannot be opened ` +
      `without it. Restore that file from a backup.`,
  )
}
