import { readFile } from 'node:fs/promises'

/** What a service manager reads out of a unit: names may come several times, and an empty value begins anew. */
export async function readUnit(file: string): Promise<(name: string) => string[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => /^[A-Za-z]+=/.test(line))
  return (name) =>
    lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1))
}

/** NAME=value lines, as EnvironmentFile takes them. */
export function readVariables(lines: readonly string[]): Record<string, string> {
  const pairs = lines.filter((line) => /^[A-Z_]+=/.test(line)).map((line) => line.split(/=(.*)/s))
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]))
}
