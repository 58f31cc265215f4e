/** What this browser keeps for a person; one that keeps nothing loses only the comfort. */
const prefix = 'vigie-portal'

export function writeStored(key: string, value: unknown): void {
  try {
    window.localStorage.setItem(`${prefix}:${key}`, JSON.stringify(value))
  } catch {
    // Full or forbidden.
  }
}

export function readStored(key: string): unknown {
  try {
    const text = window.localStorage.getItem(`${prefix}:${key}`)
    return text === null ? null : (JSON.parse(text) as unknown)
  } catch {
    return null
  }
}

export function removeStored(key: string): void {
  try {
    window.localStorage.removeItem(`${prefix}:${key}`)
  } catch {
    // Nothing was kept either.
  }
}

/** On leaving: the next person at this machine finds nothing of what begins so. */
export function removeAllStored(...prefixes: string[]): void {
  try {
    for (const key of Object.keys(window.localStorage)) {
      if (prefixes.some((it) => key.startsWith(`${prefix}:${it}`))) window.localStorage.removeItem(key)
    }
  } catch {
    // Nothing was kept either.
  }
}
