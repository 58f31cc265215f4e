import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Stage } from './stage.ts'

/** A copy taken while everything goes on, and what must be in it. */
export class BackupTrial {
  readonly #stage: Stage
  readonly #place: string
  readonly #key = randomBytes(32).toString('base64')
  #taken: { readonly companies: number; readonly lastId: number } | null = null
  #restored = 0

  private constructor(stage: Stage) {
    this.#stage = stage
    this.#place = path.join(stage.folder, 'backup')
  }

  /** Null while the product has no such command. */
  static async find(stage: Stage): Promise<BackupTrial | null> {
    const { code, output } = await stage.command(['backup', '--help'])
    return code === 0 && /backup/.test(output) && !/unknown command/.test(output)
      ? new BackupTrial(stage)
      : null
  }

  /** A fault may well hit it; then there is no copy, and that is told by nobody but its exit code. */
  async take(): Promise<void> {
    const before = await this.#count()
    const { code } = await this.#command(['backup', this.#place])
    if (code === 0 && before !== null) this.#taken = before
  }

  /** Restores the newest copy beside, and says what is missing in it. */
  async check(): Promise<string[]> {
    const taken = this.#taken
    if (taken === null) return []
    this.#taken = null
    const database = `restored_${(this.#restored += 1)}`
    const dataDir = path.join(this.#stage.folder, database)
    mkdirSync(dataDir)
    await this.#stage.postgres.ask(`create database ${database}`, [], 'postgres')
    const { port } = this.#stage.postgres
    const place = { DATABASE_URL: this.#stage.postgres.url(port, database), VIGIE_DATA_DIR: dataDir }
    const { code, output } = await this.#command(['restore', this.#place], place)
    if (code !== 0) return [`a copy was not restored: ${output.slice(-500)}`]
    const [found] = await this.#stage.postgres.ask<{ count: number }>(
      'select count(*)::int as count from vigie.thirdparty where thirdparty_id <= $1',
      [taken.lastId],
      database,
    )
    await this.#stage.postgres.ask(`drop database ${database} with (force)`, [], 'postgres')
    const missing = taken.companies - (found?.count ?? 0)
    return missing > 0 ? [`${missing} companies are not in the copy taken after them`] : []
  }

  #command(args: readonly string[], more: Record<string, string> = {}) {
    return this.#stage.command(args, undefined, { VIGIE_BACKUP_KEY: this.#key, ...more })
  }

  async #count(): Promise<{ companies: number; lastId: number } | null> {
    const rows = await this.#stage.postgres
      .ask<{ companies: number; lastId: number }>(
        `select count(*)::int as companies, coalesce(max(thirdparty_id), 0)::float8 as "lastId" from vigie.thirdparty`,
      )
      .catch(() => [])
    return rows[0] ?? null
  }
}
