/** As a ref: an editor that takes the place of what was clicked has the focus at once. */
export function focusOnMount(node: HTMLElement | null): void {
  node?.focus()
}
