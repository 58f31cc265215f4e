declare global {
  interface Window {
    __webpack_nonce__?: string
  }
}

/** The value that lets the component library add style sheets under the page's content policy. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

/** The scroll lock of dialogs is a library of its own and looks for the value in this global. */
export function shareStyleNonce(): void {
  window.__webpack_nonce__ = styleNonce()
}
