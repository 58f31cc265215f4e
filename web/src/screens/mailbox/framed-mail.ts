/**
 * A mail prepared for the sandboxed frame. The frame inherits the page's content policy, so the mail's own
 * style sheets need the page's nonce; links must leave the frame, which cannot show other pages.
 */
export function framedMail(html: string, nonce: string): string {
  return html
    .replace(/<style\b/gi, `<style nonce="${nonce}"`)
    .replace(/<head\b[^>]*>/i, (head) => `${head}<base target="_blank">`)
}
