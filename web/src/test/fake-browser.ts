import { vi } from 'vitest'

/** A browser that shows nothing: events, what it keeps, and whether anybody looks. */
export function fakeBrowser() {
  const kept = new Map<string, string>()
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const window = Object.assign(new EventTarget(), { localStorage })
  const document = Object.assign(new EventTarget(), { hidden: false })
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', document)
  return {
    /** What the browser keeps under this key. */
    kept: (key: string): unknown => JSON.parse(kept.get(key) ?? 'null'),
    comeOnline: () => window.dispatchEvent(new Event('online')),
    act: (sign: string) => window.dispatchEvent(new Event(sign)),
    hide: (isHidden: boolean) => {
      document.hidden = isHidden
      document.dispatchEvent(new Event('visibilitychange'))
    },
  }
}
