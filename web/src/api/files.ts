import type { Download } from '@vigie/client'

/** Saves what was downloaded as the signed-in person; a plain link could carry no token. */
export async function saveFile({ fileName, response }: Download, fallbackName: string): Promise<void> {
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = fileName ?? fallbackName
  link.click()
  // The browser has taken hold of the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
