/** Paper is white: whatever a dark screen shows is printed in the colours of a light one. */
export function printInLight(): void {
  const root = document.documentElement
  let onScreen: string | undefined
  window.addEventListener('beforeprint', () => {
    onScreen = root.dataset['mantineColorScheme']
    root.dataset['mantineColorScheme'] = 'light'
  })
  window.addEventListener('afterprint', () => {
    if (onScreen !== undefined) root.dataset['mantineColorScheme'] = onScreen
  })
}
