import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { locatePackagedBinaries, prepareBinaries } from './binaries.ts'
import { findRunAs } from './run-as.ts'

const root = mkdtempSync(join(tmpdir(), 'vigie-binaries-'))
chmodSync(root, 0o755)
afterAll(() => rmSync(root, { recursive: true, force: true }))

function folder(name: string, mode: number): string {
  mkdirSync(join(root, name), { mode })
  return join(root, name)
}

describe.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'Database programs out of reach',
  () => {
    const packaged = locatePackagedBinaries()

    it('Programs are used in place when the user can reach them', async () => {
      const open = folder('open', 0o755)
      symlinkSync(packaged.native, join(open, 'native'))
      const found = await prepareBinaries(
        { native: join(open, 'native'), label: 'x' },
        [open],
        await findRunAs('nobody'),
      )
      expect(found).toMatchObject({ major: '18', postgres: join(open, 'native', 'bin', 'postgres') })
      expect(readdirSync(open)).toEqual(['native'])
    })

    it('Programs are copied with their library links to the first place that the user can enter', async () => {
      const closed = folder('closed', 0o700)
      // As after an install without scripts: the links are not there.
      cpSync(packaged.native, join(closed, 'native'), {
        recursive: true,
        filter: (path) => !/\.so(\.\d+)?$/.test(path) || !/lib(icu|pq)/.test(path),
      })
      const place = folder('place', 0o755)
      const source = { native: join(closed, 'native'), label: 'copy' }
      const runAs = await findRunAs('nobody')
      const found = await prepareBinaries(source, [closed, place], runAs)
      expect(found).toMatchObject({ major: '18', postgres: join(place, 'copy', 'bin', 'postgres') })
      expect(readdirSync(place)).toEqual(['copy'])
      expect(await prepareBinaries(source, [closed, place], runAs)).toEqual(found)

      chmodSync(join(place, 'copy'), 0o777)
      await expect(prepareBinaries(source, [closed, place], runAs)).rejects.toThrow(
        /somebody else[^]*DATABASE_URL/,
      )
    })
  },
)

describe('The system user of the database', () => {
  it.runIf(process.getuid?.() === 0)('The system user must exist and must not be root', async () => {
    await expect(findRunAs('no-such-user-here')).rejects.toThrow('DATABASE_URL')
    await expect(findRunAs('root')).rejects.toThrow('does not run as root')
    expect(await findRunAs('nobody')).toMatchObject({ name: 'nobody' })
  })
})
