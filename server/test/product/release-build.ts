import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { checkOut, root, succeedIn } from './checkout.ts'
import { until } from './processes.ts'

export interface Release {
  readonly version: string
  readonly commit: string
}

export async function newestRelease(): Promise<Release> {
  const releases = JSON.parse(await readFile(path.join(root, 'releases.json'), 'utf8')) as Release[]
  const newest = releases.at(-1)
  if (newest === undefined) throw new Error('releases.json records no release to upgrade from.')
  return newest
}

export interface ReleaseBuild {
  readonly program: string
  /** Its own client, to be imported. */
  readonly client: string
}

/**
 * A release, built from the history. The folder goes away with the run; whichever proof of the run asks first builds
 * it, and the others wait for that. With a space, since people have such folders.
 */
export async function buildRelease({ version, commit }: Release): Promise<ReleaseBuild> {
  const place = path.join(tmpdir(), `vigie release ${version}`)
  const outcome = `${place}.outcome`
  const isFirst = await mkdir(place).then(
    () => true,
    () => false,
  )
  if (isFirst) {
    const failure = await build(commit, place).then(
      () => '',
      (error: unknown) => String(error),
    )
    await writeFile(`${outcome}.new`, failure)
    await rename(`${outcome}.new`, outcome)
  }
  await until(`the build of ${version}`, () => existsSync(outcome), 600_000)
  const failure = await readFile(outcome, 'utf8')
  if (failure !== '') throw new Error(`Release ${version} cannot be built from the history: ${failure}`)
  return {
    program: path.join(place, 'server/dist/main.js'),
    client: path.join(place, 'client/dist/index.js'),
  }
}

async function build(commit: string, place: string): Promise<void> {
  await checkOut(commit, place)
  await succeedIn(place, process.execPath, 'scripts/build-for-start.mjs', 'client', 'server')
}
