const base = '<base target="_blank">'

/**
 * A mail prepared for the sandboxed frame. The frame inherits the page's content policy, so the mail's own
 * style sheets need the page's nonce; links must leave the frame, which cannot show other pages.
 */
export function framedMail(html: string, nonce: string): string {
  const styled = html.replace(/<style\b/gi, `<style nonce="${nonce}"`)
  const withBase = styled.replace(/<head\b[^>]*>/i, (head) => head + base)
  return withBase === styled ? base + styled : withBase
}

/** The personal way into the portal a mail holds, if any. It is read, never run. */
export function portalLinkOf(html: string): string | null {
  // The page's content policy would complain of style sheets in it.
  const plain = html.replaceAll(/<style\b[\s\S]*?<\/style>/gi, '')
  const links = new DOMParser().parseFromString(plain, 'text/html').querySelectorAll('a')
  const found = [...links].find((link) => /^https?:\/\/[^/]+\/portal#link=[\w.~-]+$/.test(link.href))
  return found?.href ?? null
}
