import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { watch, type Running } from '../product/product.ts'
import type { TestDatabase } from '../harness/database.ts'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The program on a test's database, as an operator would start it. */
export async function vigie(
  { adminUrl, appUrl }: Pick<TestDatabase, 'adminUrl' | 'appUrl'>,
  args: readonly string[],
): Promise<Running> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'vigie-command-'))
  const { PATH = '', HOME = '/' } = process.env
  const env = { PATH, HOME, VIGIE_DATA_DIR: dataDir, DATABASE_URL: adminUrl, DATABASE_APP_URL: appUrl }
  const running = watch(spawn(process.execPath, ['--import', 'tsx', main, ...args], { env, cwd: root }))
  const exited = running.exited.then(async (exit) => {
    await rm(dataDir, { recursive: true, force: true })
    return exit
  })
  return { ...running, exited }
}
