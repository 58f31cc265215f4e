import { lchown, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { EmbeddedPostgresError, OTHER_WAY } from './errors.ts'
import { run } from './run.ts'
import type { RunAs } from './run.ts'

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** PostgreSQL refuses to run as root; undefined means that it runs as the service's own user. */
export async function findRunAs(wanted: string | undefined): Promise<RunAs | undefined> {
  if (!isRoot()) return undefined
  const names = wanted === undefined ? ['postgres', 'nobody'] : [wanted]
  for (const name of names) {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    if (!uid.ok || !gid.ok || Number(uid.output) === 0) continue
    // Node takes signed ids only; "nobody" is 4294967294 on some systems.
    return { name, uid: Number(uid.output) | 0, gid: Number(gid.output) | 0 }
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root and no unprivileged user was found (looked for ${names.join(', ')}). ` +
      `Name an existing user for it. ${OTHER_WAY}`,
  )
}

/** Asked of the system by trying, because modes, groups, ACLs and mount options all have a say. */
export async function canEnter(folder: string, runAs: RunAs | undefined): Promise<boolean> {
  if (!runAs) return true
  const outcome = await run('/bin/sh', ['-c', 'cd -- "$0"', folder], { runAs })
  return outcome.ok
}

/** Gives a folder and all it holds to the user; one look is enough when it is already theirs. */
export async function giveTo(path: string, runAs: RunAs | undefined): Promise<void> {
  if (!runAs) return
  const seen = await lstat(path)
  if ((seen.uid | 0) === runAs.uid) return
  if (seen.isDirectory()) {
    for (const entry of await readdir(path)) await giveTo(join(path, entry), runAs)
  }
  // The folder comes last: an interrupted hand-over is taken up again at the next start.
  await lchown(path, runAs.uid, runAs.gid)
}
