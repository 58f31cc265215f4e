import { useEffectEvent, useLayoutEffect } from 'react'

/** Where a key is a letter, or already means something. */
const typing =
  'input, textarea, select, [contenteditable="true"], [role="listbox"], [role="dialog"], [role="menu"]'

/** Single keys for the whole page, never while something is being typed and never by holding a key down. */
export function useShortcuts(press: (key: string, event: KeyboardEvent) => boolean): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    const { target } = event
    if (target instanceof Element && target.closest(typing) !== null) return
    if (document.querySelector('[role="dialog"]') !== null) return
    if (press(event.key.length === 1 ? event.key.toLowerCase() : event.key, event)) event.preventDefault()
  })
  // With what is shown and not after it: a key follows as soon as the eye sees.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
