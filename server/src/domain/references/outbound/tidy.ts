/** Longer than any text a register has to say; nested JSON of announcements included. */
const maxString = 32_768

/** Cuts endless strings and takes out what no database text can hold, in place. */
export function tidy(value: unknown, longest: number = maxString): unknown {
  if (typeof value === 'string') return tidyText(value, longest)
  if (typeof value !== 'object' || value === null) return value
  const holder = value as Record<string, unknown>
  for (const [key, member] of Object.entries(holder)) {
    const tidied = tidy(member, longest)
    if (tidied !== member) holder[key] = tidied
  }
  return holder
}

function tidyText(text: string, longest: number): string {
  const cut = text.length > longest ? text.slice(0, longest) : text
  return cut.replaceAll('\u0000', '').replaceAll(/\p{Surrogate}/gu, '\ufffd')
}
