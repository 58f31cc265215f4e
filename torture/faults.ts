import { execFileSync } from 'node:child_process'
import { rmSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { BackupTrial } from './backup.ts'
import { clockSteps, setClock } from './clock.ts'
import type { Options } from './options.ts'
import type { Proxy } from './proxy.ts'
import type { Random } from './random.ts'
import type { Process } from './process.ts'
import type { Stage } from './stage.ts'

/** One thing that goes wrong, and is put right again before the next. */
export interface Fault {
  readonly name: string
  readonly isKill: boolean
  /** How often it is chosen beside the others. */
  readonly weight: number
  readonly strike: (random: Random) => Promise<void>
}

export interface Plan {
  readonly faults: readonly Fault[]
  /** What was asked for and cannot be done here, each with its reason. */
  readonly skipped: readonly string[]
  readonly backup: BackupTrial | null
}

/** The faults that were asked for and can be done here. */
export async function planFaults(stage: Stage, options: Options): Promise<Plan> {
  const skipped: string[] = []
  const faults: Fault[] = []
  const asked = new Set(options.kinds)
  if (asked.has('kills')) faults.push(...killsOf(stage))
  if (asked.has('postgres')) faults.push(...databaseKills(stage))
  if (asked.has('network')) faults.push(...databaseWireFaults(stage))
  if (asked.has('outside')) faults.push(...outsideWireFaults(stage))
  if (asked.has('disk')) {
    if (stage.hasSmallDisk) faults.push(fullDisk(stage))
    else skipped.push('disk: mounting a small disk was refused')
  }
  if (asked.has('clock')) {
    if (stage.clockFile === null) skipped.push('clock: libfaketime is not installed (package faketime)')
    else faults.push(clockFault(stage.clockFile))
  }
  if (asked.has('versions')) {
    if (options.other === null) skipped.push('versions: no other build was named (--other PROGRAM)')
    else faults.push(otherVersion(stage, options.other))
  }
  const backup = asked.has('backup') ? await BackupTrial.find(stage) : null
  if (asked.has('backup') && backup === null) skipped.push('backup: there is no backup command')
  if (backup) faults.push({ name: 'backup', isKill: false, weight: 0.2, strike: () => backup.take() })
  return { faults, skipped, backup }
}

export function pickFault(faults: readonly Fault[], random: Random): Fault {
  let left = random.next() * faults.reduce((sum, { weight }) => sum + weight, 0)
  for (const fault of faults) {
    left -= fault.weight
    if (left < 0) return fault
  }
  return random.pick(faults)
}

/** The next one begins as soon as this one is dead, as a supervisor would have it. */
function killsOf(stage: Stage): Fault[] {
  const kill = (processes: readonly Process[]) => async (random: Random) => {
    const victim = random.pick(processes)
    await victim.kill()
    victim.start()
  }
  return [
    { name: 'service killed', isKill: true, weight: 2, strike: kill(stage.services) },
    { name: 'worker killed', isKill: true, weight: 2, strike: kill(stage.workers) },
  ]
}

function databaseKills({ postgres }: Stage): Fault[] {
  return [
    { name: 'postmaster killed', isKill: true, weight: 2, strike: () => postgres.killPostmaster() },
    {
      name: 'backend killed',
      isKill: true,
      weight: 3,
      // A server that recovers from the last kill has no session to choose from.
      strike: () => postgres.killBackend().catch(() => undefined),
    },
  ]
}

const cut = (wire: Proxy) => wire.cut()
const stall = (wire: Proxy) => wire.stall()

const during = (wire: Proxy, begin: (wire: Proxy) => void, longestMs: number) => async (random: Random) => {
  begin(wire)
  await delay(200 + random.below(longestMs))
  wire.mend()
}

function databaseWireFaults({ wires }: Stage): Fault[] {
  return [
    { name: 'database cut off', isKill: false, weight: 1, strike: during(wires.database, cut, 2_000) },
    { name: 'database silent', isKill: false, weight: 1, strike: during(wires.database, stall, 4_000) },
  ]
}

/** A webhook that failed twice is tried again after five minutes: whoever asks for these has time. */
function outsideWireFaults({ wires }: Stage): Fault[] {
  return [
    { name: 'relay cut off', isKill: false, weight: 0.5, strike: during(wires.relay, cut, 3_000) },
    { name: 'relay silent', isKill: false, weight: 0.5, strike: during(wires.relay, stall, 3_000) },
    { name: 'webhooks cut off', isKill: false, weight: 0.5, strike: during(wires.hooks, cut, 3_000) },
  ]
}

function fullDisk({ dataDir }: Stage): Fault {
  const filler = path.join(dataDir, 'filler')
  return {
    name: 'disk full',
    isKill: false,
    weight: 1,
    strike: async (random) => {
      const { bavail, bsize } = statfsSync(dataDir)
      try {
        execFileSync('fallocate', ['-l', String(Math.max(bsize, bavail * bsize)), filler], {
          stdio: 'ignore',
        })
      } catch {
        // As full as it gets.
      }
      await delay(500 + random.below(1_500))
      rmSync(filler, { force: true })
    },
  }
}

/** There and back: two steps. */
function clockFault(file: string): Fault {
  return {
    name: 'clock set and set right',
    isKill: false,
    weight: 1,
    strike: async (random) => {
      setClock(file, random.pick(clockSteps))
      await delay(2_500 + random.below(3_000))
      setClock(file, '+0')
    },
  }
}

/** The second service is replaced by the other version and, the next time, by the present one again. */
function otherVersion({ services }: Stage, other: string): Fault {
  const [, second] = services
  const own = second?.program ?? other
  return {
    name: 'version changed',
    isKill: false,
    weight: 0.5,
    strike: async () => {
      if (second === undefined) return
      await second.stop()
      second.program = second.program === own ? other : own
      second.start()
    },
  }
}
