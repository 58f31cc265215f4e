// Runs before anything is painted, so that neither the colours nor the language flicker.
;(() => {
  const stored = function (key) {
    try {
      return window.localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const root = document.documentElement
  let scheme = stored('vigie-color-scheme')
  const dark = window.matchMedia('(prefers-color-scheme: dark)').matches
  if (scheme !== 'light' && scheme !== 'dark') scheme = dark ? 'dark' : 'light'
  root.setAttribute('data-mantine-color-scheme', scheme)
  const language = stored('vigie-language') || navigator.language || 'en'
  root.lang = /^fr\b/i.test(language) ? 'fr' : 'en'
})()
