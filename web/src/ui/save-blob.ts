/** Hands a file made here to the browser's downloads. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken hold of the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
