import { expect } from 'vitest'

export type Wire = Record<string, unknown>

// The record bears the moment it was written, the journal that of the commit, some milliseconds later.
const moments = new Set(['createdAt', 'updatedAt', 'archivedAt', 'statusSince', 'requestDate'])

interface Expected {
  readonly allowed: readonly string[]
  /** How long the slowest thing took that was done: no moment can lie further from its commit. */
  readonly withinMs: number
}

/** All that the journal tells is what was answered, and it leaves out no more than `allowed`. */
export function expectSame(past: Wire, then: Wire, { allowed, withinMs }: Expected, label: string): void {
  const notRecorded = past['notRecorded'] as string[]
  expect(
    notRecorded.filter((name) => !allowed.includes(name)),
    `${label}: not recorded`,
  ).toEqual([])
  const names = Object.keys(then).filter((name) => !notRecorded.includes(name))
  const told = (from: Wire) => Object.fromEntries(names.map((name) => [name, comparable(name, from[name])]))
  const shown = told(past)
  const answered = told(then)
  for (const name of names.filter((one) => moments.has(one))) {
    const [one, other] = [shown[name], answered[name]]
    expect(close(one, other, withinMs), `${label}: ${name} ${String(one)} ${String(other)}`).toBe(true)
    delete shown[name]
    delete answered[name]
  }
  expect(shown, label).toEqual(answered)
  for (const name of notRecorded) expect(past[name], `${label}: ${name}`).toBeUndefined()
}

/** Of attributes the journal knows values; those without one are left out. */
function comparable(name: string, value: unknown): unknown {
  if (name !== 'attributes') return value
  return (value as Wire[])
    .filter((one) => one['value'] !== null)
    .map(({ attributeId, code, label, value: own, values }) => ({
      attributeId,
      code,
      label,
      value: own,
      values,
    }))
    .toSorted((a, b) => Number(a.attributeId) - Number(b.attributeId))
}

function close(one: unknown, other: unknown, withinMs: number): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return one === null && other === null
  const apart = Date.parse(`${one}Z`) - Date.parse(`${other}Z`)
  return apart >= 0 && apart <= withinMs
}

/** The answers that counted are those whose evidences were shown. */
export function expectAnswers(past: Wire, then: Wire, label: string): void {
  const evidences = then['evidences'] as Wire[]
  const shown = new Map(
    evidences.map(({ responseId, status, effectiveDate, expirationDate }) => [
      responseId,
      {
        responseId,
        status,
        effectiveDate,
        expirationDate: (expirationDate as string | null)?.slice(0, 10) ?? null,
      },
    ]),
  )
  const answers = past['answers'] as Wire[]
  const told = answers.map(({ evidences: _files, ...answer }) => answer)
  expect(told, label).toEqual([...shown.values()])
  const hashes = new Map(evidences.map(({ id, sha256 }) => [id, sha256]))
  for (const { id, sha256 } of answers.flatMap((answer) => answer['evidences'] as Wire[])) {
    expect(sha256, label).toBe(hashes.get(id))
  }
}
