// What the container starts: says what is wrong with how it was started, then is the program itself.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const dataDir = resolve(process.env.VIGIE_DATA_DIR || '/data')
const hint = `mount one with --volume vigie-data:${dataDir}`

function describeRoot() {
  if (process.getuid?.() !== 0 || process.env.VIGIE_ALLOW_ROOT === '1') return []
  return [
    'It runs as root, which nothing here needs: leave out --user. VIGIE_ALLOW_ROOT=1 allows it all the same.',
  ]
}

/** Tried out, because modes, owners and mount options all have a say. */
function describeFolder() {
  const probe = join(dataDir, `.vigie-${process.pid}`)
  try {
    writeFileSync(probe, '')
    rmSync(probe)
    return []
  } catch (error) {
    if (error.code === 'EROFS') return [`${dataDir} is read-only: mount a volume there that can be written.`]
    if (error.code === 'ENOENT') return [`${dataDir} does not exist: ${hint}.`]
    if (error.code === 'ENOSPC') return [`${dataDir} is full.`]
    return [
      `${dataDir} cannot be written by user ${process.getuid?.()} (${error.code}): give the volume to that user.`,
    ]
  }
}

/** Files in a bucket outlive the container; in a folder of its own they do not. */
function describeVolume() {
  if (process.env.S3_BUCKET || process.env.VIGIE_ALLOW_NO_VOLUME === '1') return []
  const places = readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[4])
  if (places.includes(dataDir)) return []
  return [
    `${dataDir} is no volume: what is stored there would go away with the container; ${hint}, or set S3_BUCKET.`,
  ]
}

const command = process.argv[2] ?? 'serve'
const faults = ['serve', 'worker'].includes(command)
  ? [...describeRoot(), ...describeFolder(), ...describeVolume()]
  : describeRoot()
if (faults.length > 0) {
  process.stderr.write(
    `✗ The container cannot be used as it was started:\n${faults.map((one) => `- ${one}\n`).join('')}`,
  )
  process.exitCode = 1
} else {
  await import('../../server/dist/main.js')
}
