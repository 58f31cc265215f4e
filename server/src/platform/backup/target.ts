import { randomBytes } from 'node:crypto'
import { BackupFault, DamagedCopy } from './backup-fault.ts'
import { copyIdPattern, type Manifest } from './manifest.ts'
import { NameSet } from './name-set.ts'
import type { BackupPlace } from './place.ts'
import { deriveBackupKeys, nameOfContent, openContent, sealContent, type BackupKeys } from './seal.ts'

const headerName = 'vigie-backup.json'

interface Header {
  readonly vigieBackup: 1
  readonly salt: string
  readonly check: string
}

const pathOf = (name: string) => `objects/${name.slice(0, 2)}/${name}`
const manifestPath = (id: string) => `copies/${id}`

/** A place with its key: contents by their names, and the copies made of them. */
export class BackupTarget {
  readonly place: BackupPlace
  readonly #keys: BackupKeys
  /** What is there for certain, because a copy that exists says so. */
  readonly #known = new Set<string>()

  constructor(place: BackupPlace, keys: BackupKeys) {
    this.place = place
    this.#keys = keys
  }

  trust(names: Iterable<string>): void {
    for (const name of names) this.#known.add(name)
  }

  /** Stores what is not there yet; `added` is what that took. */
  async put(
    content: Buffer,
    options: { readonly compress: boolean },
  ): Promise<{ name: string; added: number }> {
    const name = nameOfContent(this.#keys, content)
    if (this.#known.has(name)) return { name, added: 0 }
    if (await this.place.has(pathOf(name))) return { name, added: 0 }
    const sealed = await sealContent(this.#keys, name, content, options)
    await this.place.put(pathOf(name), sealed)
    return { name, added: sealed.length }
  }

  /** Proves on the way that it is what the name stands for. */
  async get(name: string): Promise<Buffer> {
    const bytes = await this.place.get(pathOf(name))
    if (bytes === null) throw new DamagedCopy(`${pathOf(name)} is missing.`)
    const content = await openContent(this.#keys, name, bytes)
    if (nameOfContent(this.#keys, content) !== name) throw new DamagedCopy(`${pathOf(name)} is damaged.`)
    return content
  }

  async listNames(): Promise<NameSet> {
    const names = new NameSet()
    for await (const { name } of this.place.list('objects')) names.add(name.slice(name.lastIndexOf('/') + 1))
    return names
  }

  /** Of all copies, oldest first. */
  async copyIds(): Promise<string[]> {
    const ids: string[] = []
    for await (const { name } of this.place.list('copies')) {
      const id = name.slice('copies/'.length)
      if (copyIdPattern.test(id)) ids.push(id)
    }
    return ids.toSorted()
  }

  async readManifest(id: string): Promise<Manifest> {
    const bytes = await this.place.get(manifestPath(id))
    if (bytes === null) throw new BackupFault(`There is no copy ${id} in ${this.place.address}.`)
    const manifest = JSON.parse(
      (await openContent(this.#keys, manifestPath(id), bytes)).toString('utf8'),
    ) as Manifest
    if ((manifest.format as number) !== 1) {
      throw new BackupFault(`Copy ${id} was made by a newer Vigie; use that version.`)
    }
    return manifest
  }

  async writeManifest(manifest: Manifest): Promise<void> {
    const name = manifestPath(manifest.id)
    const content = Buffer.from(JSON.stringify(manifest))
    await this.place.put(name, await sealContent(this.#keys, name, content, { compress: true }))
  }

  deleteManifest(id: string): Promise<void> {
    return this.place.delete(manifestPath(id))
  }
}

/** Refuses what is no place of ours, and a key that is not the one it was begun with. */
export async function openTarget(
  place: BackupPlace,
  secret: string,
  { create }: { readonly create: boolean },
): Promise<BackupTarget> {
  const found = await place.get(headerName)
  if (found === null && !create) throw new BackupFault(`There is no backup in ${place.address}.`)
  const header = found === null ? await begin(place, secret) : parseHeader(found, place.address)
  const keys = deriveBackupKeys(secret, Buffer.from(header.salt, 'base64'))
  if (keys.check !== header.check) {
    throw new BackupFault(
      `VIGIE_BACKUP_KEY is not the key that the backups in ${place.address} are sealed with.`,
    )
  }
  return new BackupTarget(place, keys)
}

async function begin(place: BackupPlace, secret: string): Promise<Header> {
  for await (const { name } of place.list()) {
    throw new BackupFault(`${place.address} holds something else (${name}); give an empty place for backups.`)
  }
  const salt = randomBytes(32)
  const header: Header = {
    vigieBackup: 1,
    salt: salt.toString('base64'),
    check: deriveBackupKeys(secret, salt).check,
  }
  await place.put(headerName, Buffer.from(`${JSON.stringify(header)}\n`))
  return header
}

function parseHeader(bytes: Buffer, address: string): Header {
  try {
    const header = JSON.parse(bytes.toString('utf8')) as Partial<Header>
    if (header.vigieBackup === 1 && typeof header.salt === 'string' && typeof header.check === 'string') {
      return header as Header
    }
  } catch {
    // Said below.
  }
  throw new BackupFault(
    `${headerName} in ${address} cannot be read; it was made by a newer Vigie or is damaged.`,
  )
}
