const linkIn = (hash: string) => /^#link=([\w.~-]{1,200})$/.exec(hash)?.[1] ?? null

let link = linkIn(window.location.hash)

// Another link opened in the same tab: the address changes and nothing else would happen.
window.addEventListener('hashchange', () => {
  if (linkIn(window.location.hash) !== null) window.location.reload()
})

/**
 * The link of the mail. It stays in the address until the server has taken or refused it, so that a reload on a
 * weak network tries again; after that neither the address nor the history keeps it.
 */
export const mailedLink = {
  get: () => link,
  traded: () => {
    link = null
    window.history.replaceState(null, '', window.location.pathname)
  },
}
