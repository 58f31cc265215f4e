import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { ensureDatabase, startEmbedded } from '../../server/src/platform/db/index.ts'
import { fillAccounts } from './simulation-fill.ts'
import { makeSimulationModel } from './simulation-model.ts'
import { withTools } from './tools.ts'

export interface Size {
  readonly companies: number
  readonly accounts: number
}

export interface BuiltFolder extends Size {
  readonly dataDir: string
  readonly secondsToBuild: number
}

type Tell = (line: string) => void

const readMark = async <T>(dataDir: string): Promise<T | undefined> => {
  const file = path.join(dataDir, 'simulation.json')
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as T) : undefined
}

const writeMark = (dataDir: string, mark: object) =>
  writeFile(path.join(dataDir, 'simulation.json'), JSON.stringify(mark))

async function modelIn(root: string, tell: Tell): Promise<{ dataDir: string; accountId: number }> {
  const dataDir = path.join(root, 'model')
  const known = await readMark<{ accountId: number }>(dataDir)
  if (known) return { dataDir, ...known }
  await rm(dataDir, { recursive: true, force: true })
  tell('making the model account')
  const accountId = await withTools((tools) => makeSimulationModel(tools, tell), dataDir)
  await writeMark(dataDir, { accountId })
  return { dataDir, accountId }
}

/** Nothing of it need outlive a failure: what is half built is built again. */
const settings = {
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '3GB',
  checkpoint_timeout: '30min',
  shared_buffers: '1GB',
  autovacuum: 'off',
}

/** A folder that the product can start on, with that many companies; one that was built before is taken as it is. */
export async function buildFolder(
  root: string,
  { companies, accounts }: Size,
  tell: Tell,
): Promise<BuiltFolder> {
  await mkdir(root, { recursive: true })
  const dataDir = path.join(root, `${companies}-in-${accounts}`)
  const known = await readMark<BuiltFolder>(dataDir)
  if (known) return { ...known, dataDir }
  const model = await modelIn(root, tell)
  await rm(dataDir, { recursive: true, force: true })
  await promisify(execFile)('cp', ['-a', model.dataDir, dataDir])
  await rm(path.join(dataDir, 'simulation.json'))
  tell(`writing ${companies.toLocaleString('en')} companies in ${accounts.toLocaleString('en')} accounts`)
  const began = performance.now()
  const server = await startEmbedded({ dataDir, durable: false, settings })
  try {
    const adminUrl = await ensureDatabase(server.adminUrl, 'vigie')
    await fillAccounts(adminUrl, { model: model.accountId, companies, accounts }, tell)
  } finally {
    await server.stop()
  }
  const secondsToBuild = (performance.now() - began) / 1000
  await writeMark(dataDir, { companies, accounts, secondsToBuild })
  return { companies, accounts, dataDir, secondsToBuild }
}
