import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, readlink, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const root = fileURLToPath(new URL('../../../', import.meta.url))
const { workspaces } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  workspaces: string[]
}

export interface Ended {
  code: number
  /** Both streams, as a terminal shows them. */
  output: string
}

const identity = {
  GIT_AUTHOR_NAME: 'Vigie',
  GIT_AUTHOR_EMAIL: 'vigie@example.org',
  GIT_COMMITTER_NAME: 'Vigie',
  GIT_COMMITTER_EMAIL: 'vigie@example.org',
}

/** A command in a folder, run to its end. */
export async function runIn(folder: string, program: string, ...args: string[]): Promise<Ended> {
  const { PATH = '', HOME = '/' } = process.env
  const env = { PATH, HOME, ...identity, npm_config_update_notifier: 'false' }
  try {
    const { stdout, stderr } = await promisify(execFile)(program, args, {
      cwd: folder,
      env,
      maxBuffer: 256 * 1024 * 1024,
    })
    return { code: 0, output: stdout + stderr }
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code: number; stdout?: string; stderr?: string }
    return { code, output: stdout + stderr }
  }
}

/** As `runIn`, for what must succeed. */
export async function succeedIn(folder: string, program: string, ...args: string[]): Promise<string> {
  const { code, output } = await runIn(folder, program, ...args)
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${output}`)
  return output
}

/** Where commands run that write into the repository; with a space, since people have such folders. */
export const freshPlace = (): Promise<string> => mkdtemp(path.join(tmpdir(), 'vigie copy '))

const leftOut = new Set(['node_modules', 'dist', 'data', '.git', 'coverage'])

/** The repository as it stands, uncommitted changes included, as the only commit of a new one. */
export async function copyRepository(to: string): Promise<void> {
  await cp(root, to, { recursive: true, filter: (source) => !leftOut.has(path.basename(source)) })
  await linkPackages(to)
  await succeedIn(to, 'git', 'init', '--quiet', '--initial-branch=main')
  await succeedIn(to, 'git', 'add', '--all')
  await succeedIn(to, 'git', 'commit', '--quiet', '--message', 'As it stands')
}

/** False for an archive of the sources and for a shallow copy: earlier releases cannot be built from them. */
export async function hasHistory(): Promise<boolean> {
  const { code, output } = await runIn(root, 'git', 'rev-parse', '--is-shallow-repository')
  return code === 0 && output.trim() === 'false'
}

/** A commit of this repository's history, ready to be built. */
export async function checkOut(commit: string, to: string): Promise<void> {
  const archive = path.join(to, 'source.tar')
  await succeedIn(root, 'git', 'archive', `--output=${archive}`, commit)
  await succeedIn(to, 'tar', '-xf', archive)
  const lock = (folder: string) => readFile(path.join(folder, 'package-lock.json'), 'utf8')
  if ((await lock(root)) === (await lock(to))) await linkPackages(to)
  else await succeedIn(to, 'npm', 'ci', '--prefer-offline', '--no-audit', '--no-fund')
}

/**
 * What is installed, without installing it again. The workspaces are those of the copy: what it is built from must be
 * neither ours nor half written by another test.
 */
async function linkPackages(to: string): Promise<void> {
  const [installed, linked] = [path.join(root, 'node_modules'), path.join(to, 'node_modules')]
  await mkdir(path.join(linked, '@vigie'), { recursive: true })
  for (const name of await readdir(installed)) {
    // Caches and locks stay each copy's own.
    const isOurs = name === '@vigie' || (name.startsWith('.') && name !== '.bin')
    if (!isOurs) await symlink(path.join(installed, name), path.join(linked, name))
  }
  for (const name of await readdir(path.join(installed, '@vigie'))) {
    const workspace = await readlink(path.join(installed, '@vigie', name))
    await symlink(workspace, path.join(linked, '@vigie', name))
  }
  for (const workspace of workspaces) {
    const own = path.join(root, workspace, 'node_modules')
    await symlink(own, path.join(to, workspace, 'node_modules')).catch(() => undefined)
  }
}
