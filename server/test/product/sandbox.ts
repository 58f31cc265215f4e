import { spawn, spawnSync } from 'node:child_process'
import { chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { watch, type Running } from './product.ts'

/** Of the user that runs the product there: known inside alone. */
export const sandboxUser = { name: 'vigie', uid: 64_987 }

/** Mount namespaces are root's, and some containers keep even root from them. */
export const hasSandbox = (): boolean =>
  process.platform === 'linux' && spawnSync('unshare', ['--mount', 'true']).status === 0

export interface Sandbox {
  /** Seen inside as /var/lib/vigie, the one place that can be written besides /tmp. */
  readonly state: string
  run(words: readonly string[], env: Record<string, string>): Running
  remove(): Promise<void>
}

export interface SandboxOptions {
  readonly folder: string
  /** Seen inside as /opt/vigie. */
  readonly product: string
  /** Where inside the state is; a folder that nobody mounted is written on the root, which is read-only. */
  readonly statePlace?: string
  /** By their names in /run/credentials/vigie.service, for the user alone. */
  readonly credentials?: Readonly<Record<string, string>>
}

/**
 * A system on which everything is read-only but the state and an empty /tmp, as ProtectSystem=strict, PrivateTmp and
 * StateDirectory of a unit or the flags of a container make it; the program is an unprivileged user without a way back.
 */
export async function openSandbox({
  folder,
  product,
  statePlace = '/var/lib/vigie',
  credentials = {},
}: SandboxOptions): Promise<Sandbox> {
  const state = path.join(folder, 'state')
  const secrets = path.join(folder, 'credentials')
  const users = path.join(folder, 'passwd')
  for (const place of [state, secrets]) {
    await mkdir(place, { recursive: true, mode: 0o700 })
    await chown(place, sandboxUser.uid, sandboxUser.uid)
  }
  for (const [name, text] of Object.entries(credentials)) {
    const file = path.join(secrets, name)
    await writeFile(file, text, { mode: 0o400 })
    await chown(file, sandboxUser.uid, sandboxUser.uid)
  }
  const line = `${sandboxUser.name}:x:${sandboxUser.uid}:${sandboxUser.uid}::/nonexistent:/usr/sbin/nologin\n`
  await writeFile(users, (await readFile('/etc/passwd', 'utf8')) + line)
  const script = mountsOf({ product, state, statePlace, secrets, users })
  return {
    state,
    run: (words, env) => {
      const inside = [
        'env',
        '-i',
        ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
        ...words,
      ]
      return watch(spawn('unshare', ['--mount', 'sh', '-euc', script, 'sandbox', ...inside]))
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}

interface Places {
  readonly product: string
  readonly state: string
  readonly statePlace: string
  readonly secrets: string
  readonly users: string
}

/** Folders that lie in /tmp outside are laid where they belong before an empty /tmp hides them. */
function mountsOf({ product, state, statePlace, secrets, users }: Places): string {
  const uid = sandboxUser.uid
  const quoted = (text: string) => `'${text}'`
  const readOnly = (place: string) => `mount -o remount,bind,ro ${place}`
  const above = path.dirname(statePlace)
  return [
    'mount --make-rprivate /',
    `mount --bind ${quoted(users)} /etc/passwd`,
    'mount -t tmpfs tmpfs /opt',
    `mkdir /opt/vigie && mount --bind ${quoted(product)} /opt/vigie && ${readOnly('/opt/vigie')}`,
    'mount -t tmpfs tmpfs /run',
    'mkdir -p /run/credentials/vigie.service',
    `mount --bind ${quoted(secrets)} /run/credentials/vigie.service`,
    ...(above === '/' ? [] : [`mount -t tmpfs tmpfs ${above}`, `mkdir ${statePlace}`]),
    `mount --bind ${quoted(state)} ${statePlace}`,
    'mount -t tmpfs -o mode=1777 tmpfs /tmp',
    ...(above === '/' ? [] : [readOnly(above)]),
    ...['/', '/opt', '/run'].map(readOnly),
    `cd ${statePlace}`,
    `exec setpriv --reuid=${uid} --regid=${uid} --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all "$@"`,
  ].join('\n')
}
