export type Search = Record<string, unknown>

export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

export const whole = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) ? (value as number) : undefined

/** Members that are undefined are left out, and with them their traces in the address. */
export function given<T extends Record<string, unknown>>(members: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never
}

/** A number in a path, as the API has it. */
export function numberParam<Name extends string>(name: Name) {
  return {
    parse: (params: Record<Name, string>) => ({ [name]: Number(params[name]) }) as Record<Name, number>,
    stringify: (params: Record<Name, number>) => ({ [name]: String(params[name]) }) as Record<Name, string>,
  }
}
