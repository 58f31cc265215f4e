// Lists the migrations that belong to a release, with their checksums: from then on none of them is edited.
// The release command runs it before it tags. Run: npx tsx scripts/release-migrations.ts [folder of migrations]
import { appendFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { loadMigrations, loadReleased } from '../server/src/platform/db/migrate.ts'

const given = process.argv[2]
const folder = given === undefined ? undefined : pathToFileURL(`${given}/`)
const [migrations, released] = await Promise.all([loadMigrations(folder), loadReleased(folder)])

const edited = migrations.filter(({ name, checksum }) => (released.get(name) ?? checksum) !== checksum)
const fresh = migrations.filter(({ name }) => !released.has(name))
if (edited.length > 0) {
  console.error(
    `Released before and edited since: ${edited.map(({ name }) => name).join(', ')}. Restore their text.`,
  )
  process.exitCode = 1
} else {
  const list = new URL('released.sha256', folder ?? new URL('../server/migrations/', import.meta.url))
  await appendFile(list, fresh.map(({ name, checksum }) => `${checksum}  ${name}\n`).join(''))
  console.log(
    fresh.length === 0 ? 'No new migration.' : `Released: ${fresh.map(({ name }) => name).join(', ')}`,
  )
}
