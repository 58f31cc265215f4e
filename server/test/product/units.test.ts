import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readUnit } from './unit-file.ts'
import { root } from './checkout.ts'

const units = ['vigie.service', 'vigie-worker.service'].map((name) => path.join(root, 'deploy/systemd', name))
const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' })
const hasSystemd = analyze('--version').status === 0

test.skipIf(!hasSystemd)('The units pass the check of systemd itself', () => {
  const { status, stdout, stderr } = analyze('verify', '--man=no', ...units)
  expect([status, stdout + stderr]).toEqual([0, ''])
})

test.skipIf(!hasSystemd).each(units)('Little of the system is exposed to %s', (unit) => {
  // Of ten, where ten is a program that may do everything; Node needs memory it can write and run.
  const { status, stdout } = analyze('security', '--offline=true', '--threshold=20', unit)
  expect(status, stdout).toBe(0)
})

test.each(units)('%s leaves time for the drain and the stop of the program', async (unit) => {
  const read = await readUnit(unit)
  // DRAIN_SECONDS as it is in production, and what a stop may take at most.
  expect(Number(read('TimeoutStopSec')[0])).toBeGreaterThan(5 + 30)
})
