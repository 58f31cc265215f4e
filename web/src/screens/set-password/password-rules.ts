export const minLength = 12
export const maxLength = 1_000

/** The server weighs a password against its dictionaries; this is what it surely refuses. */
export function isVaried(password: string): boolean {
  const folded = password.toLowerCase()
  return new Set(folded).size >= 5 && !/^(.{1,6})\1+$/.test(folded)
}

/** Counted in characters as a person sees them typed, as the server does. */
export const lengthOf = (password: string): number => [...password].length

export function faultOf(password: string): 'missing' | 'short' | 'long' | 'monotonous' | null {
  const length = lengthOf(password)
  if (length === 0) return 'missing'
  if (length < minLength) return 'short'
  if (length > maxLength) return 'long'
  return isVaried(password) ? null : 'monotonous'
}
