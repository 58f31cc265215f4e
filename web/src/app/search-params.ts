import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

export type Search = Record<string, unknown>

/** A text of digits or "true" arrives as what it looks like. */
export const text = (value: unknown): string | undefined =>
  ['string', 'number', 'boolean'].includes(typeof value) && value !== '' ? String(value) : undefined

export const whole = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) ? (value as number) : undefined

/** Members that are undefined are left out, and with them their traces in the address. */
export function given<T extends Record<string, unknown>>(members: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never
}

/** Addresses once put texts that look like numbers or "true" in quotes; texts that have quotes still do. */
function unquoted(value: string): string {
  if (!/^".*"$/s.test(value)) throw new Error('Plain text.')
  return JSON.parse(value) as string
}

export const parseSearch = parseSearchWith(unquoted)
export const stringifySearch = stringifySearchWith(JSON.stringify, unquoted)

/** A number in a path, as the API has it. */
export function numberParam<Name extends string>(name: Name) {
  return {
    parse: (params: Record<Name, string>) => ({ [name]: Number(params[name]) }) as Record<Name, number>,
    stringify: (params: Record<Name, number>) => ({ [name]: String(params[name]) }) as Record<Name, string>,
  }
}
