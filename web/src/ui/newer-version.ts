const key = 'vigie-reloaded-at'
const restMs = 60_000

/**
 * A page left open while a newer version was installed asks for parts that are gone. It is loaded anew, once:
 * if that does not help, the page says what it lacks.
 */
export function followNewerVersion(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(window.sessionStorage.getItem(key) ?? 0)
    if (Date.now() - last < restMs) return
    window.sessionStorage.setItem(key, String(Date.now()))
    event.preventDefault()
    window.location.reload()
  })
}
