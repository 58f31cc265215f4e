import { expect, test } from 'vitest'
import { readOptions } from '../../../torture/options.ts'
import { runTorture } from '../../../torture/run.ts'

// Killed workers are the subject of other proofs: here their jobs would have everybody wait for a lease.
const args = ['--minutes', '0.25', '--round', '15', '--seed', '20', '--writers', '8', '--accounts', '2']

test(
  'Two services and two workers under kills of the database, cut wires, a full disk and set clocks lose nothing',
  { timeout: 300_000 },
  async () => {
    const options = readOptions([...args, '--with', 'postgres,network,disk,clock'])
    const report = await runTorture(options, (line) => console.log(line))
    console.log(JSON.stringify(report))
    expect(report).toMatchObject({ lost: 0, doubled: 0, broken: [] })
    expect(Object.values(report.acknowledged).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0)
    // How many of each depends on how busy the machine is.
    expect(Object.values({ ...report.kills, ...report.faults })).not.toEqual([])
    expect(report.webhooks.arrived).toBe(report.webhooks.expected)
  },
)
