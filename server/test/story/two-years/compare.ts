import type { Day } from './days.ts'
import type { Told } from './facts.ts'

const isStatus = ({ name }: Told) => name.includes(' ')

/**
 * One line for each fact, in order. Of statuses the one that a day ends with counts, where it differs from that of the
 * day before: how often it moved within a day is not for the rules to say.
 */
export function linesOf(told: readonly Told[], firstDay: Day): string[] {
  const last = new Map<string, Told>()
  for (const one of told.filter(isStatus)) last.set(`${one.place} ${one.day}`, one)
  const before = new Map<string, string>()
  const statuses = [...last.values()]
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
    .filter(({ place, name }) => {
      const isNew = before.get(place) !== name
      before.set(place, name)
      return isNew
    })
  // What the first day brought was given to the calculation.
  const others = told.filter((one) => !isStatus(one) && one.day > firstDay && !isByRegister(one))
  return [...statuses, ...others].map(({ day, name, place }) => `${day} ${place} ${name}`).toSorted()
}

// The register's answers are seen by the status they lead to.
const isByRegister = ({ name, place }: Told) =>
  name === 'DOCUMENT_ANSWER_ACCEPTED' && place.endsWith('/REGISTER_STATUS')

/** What only one side has. */
export function differences(calculated: readonly string[], happened: readonly string[]): string[] {
  const count = (lines: readonly string[]) => {
    const counts = new Map<string, number>()
    for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
    return counts
  }
  const [wanted, found] = [count(calculated), count(happened)]
  return [...new Set([...wanted.keys(), ...found.keys()])]
    .toSorted()
    .filter((line) => wanted.get(line) !== found.get(line))
    .map((line) => `${line}: calculated ${wanted.get(line) ?? 0}, happened ${found.get(line) ?? 0}`)
}
