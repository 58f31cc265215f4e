import type { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { certificatesIn, readStamps, type Extent, type Stamp } from '../domain/anchors/index.ts'
import { findAdministrationFolder, readAdministrationCheckpoints } from '../platform/administration/index.ts'
import { keyIdsIn, readCheckpoints, type Checkpoint } from '../platform/journal/index.ts'

export interface SourceOptions {
  checkpoints?: string
  /** False with --no-files. */
  files?: boolean
  publicKey?: string
  timestampCa?: string
  anchors?: Extent | 'none'
}

/** What the chains are compared with, besides their own database. */
export interface Sources {
  readonly kept: readonly Checkpoint[]
  readonly stamps: readonly Stamp[]
  readonly trusted: ReadonlySet<string> | null
  readonly authorities: readonly X509Certificate[] | null
  /** The files of this installation, when they were read. */
  readonly folder: string | null
  /** One sentence for each place that was looked at, or was to be. */
  readonly sentences: readonly string[]
}

/** `folder` is the installation's own; what is asked for by name must be there, what is so by default is told. */
export async function readSources(
  options: SourceOptions,
  folder: string | null,
  authorities: readonly X509Certificate[] | null = null,
): Promise<Sources> {
  const own = folder === null ? null : await readOwn(folder, options.files !== false)
  const named = options.checkpoints === undefined ? null : await readNamed(options.checkpoints)
  const keyIds = options.publicKey === undefined ? null : keyIdsIn(await readFile(options.publicKey, 'utf8'))
  if (keyIds?.length === 0) throw new Error(`There is no public key in ${options.publicKey}.`)
  return {
    kept: [...(own?.checkpoints ?? []), ...(named?.checkpoints ?? [])],
    stamps: [...(own?.stamps ?? []), ...(named?.stamps ?? [])],
    trusted: keyIds && new Set(keyIds),
    authorities: await readAuthorities(options.timestampCa, authorities),
    folder: own?.checkpoints ? folder : null,
    sentences: [own, named].flatMap((place) => place?.sentence ?? []),
  }
}

interface Place {
  readonly checkpoints: readonly Checkpoint[] | null
  readonly stamps: readonly Stamp[]
  readonly sentence: string
}

async function readOwn(folder: string, isWanted: boolean): Promise<Place> {
  const nothing = { checkpoints: null, stamps: [] }
  if (!isWanted) return { ...nothing, sentence: 'The checkpoint files were skipped.' }
  try {
    return await readPlace(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    const why = code === 'ENOENT' ? 'there is no such folder' : `it could not be read (${code})`
    return { ...nothing, sentence: `NOT compared with the checkpoint files in ${folder}: ${why}.` }
  }
}

async function readNamed(place: string): Promise<Place> {
  const read = await readPlace(place)
  if (read.checkpoints?.length === 0 && read.stamps.length === 0) {
    throw new Error(`There is no checkpoint in ${place}.`)
  }
  return read
}

const nothingThere = { checkpoints: [], unread: 0 }

async function readPlace(place: string): Promise<Place> {
  const found = await readCheckpoints(place)
  const folder = await findAdministrationFolder(place)
  const inFolder = folder === null ? nothingThere : await readAdministrationCheckpoints(folder)
  const checkpoints = [...found.checkpoints, ...inFolder.checkpoints]
  const unread = found.unread + inFolder.unread
  const stamps = [...(await readStamps(place)), ...(folder === null ? [] : await readStamps(folder))]
  const passed = unread > 0 ? `, ${unread} unreadable line(s) skipped` : ''
  const count = checkpoints.length === 1 ? '1 checkpoint' : `${checkpoints.length} checkpoints`
  return { checkpoints, stamps, sentence: `Compared with ${count} in ${place}${passed}.` }
}

async function readAuthorities(
  file: string | undefined,
  known: readonly X509Certificate[] | null,
): Promise<readonly X509Certificate[] | null> {
  if (file === undefined) return known
  const found = certificatesIn(await readFile(file, 'utf8'))
  if (found.length === 0) throw new Error(`There is no certificate in ${file}.`)
  return found
}
