import { existsSync, readdirSync, writeFileSync } from 'node:fs'

/** Steps of the clock, as libfaketime reads them. */
export const clockSteps = ['+1h', '-1h', '+1d', '-1d'] as const

const folder = '/usr/lib'

/** What a process needs to take its wall clock from the file; null where libfaketime is not installed (package faketime). */
export function findFakeClock(file: string): Record<string, string> | null {
  if (!existsSync(folder)) return null
  const library = readdirSync(folder)
    .map((name) => `${folder}/${name}/faketime/libfaketime.so.1`)
    .find((place) => existsSync(place))
  if (library === undefined) return null
  return {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    // Only the wall clock is set; the monotonic one goes on.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
}

export function setClock(file: string, step: string): void {
  writeFileSync(file, step)
}
