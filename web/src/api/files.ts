import { answerOf, type Call } from './http.ts'

const askedName = /filename\*=UTF-8''([^;]+)|filename="([^"]+)"/i

function nameOf(response: Response, fallback: string): string {
  const found = askedName.exec(response.headers.get('content-disposition') ?? '')
  return found?.[1] === undefined ? (found?.[2] ?? fallback) : decodeURIComponent(found[1])
}

export async function fetchFile(path: string, options: Call = {}): Promise<Blob> {
  return (await answerOf(path, options)).blob()
}

/** Downloads as the signed-in person; a plain link could carry no token. */
export async function saveFile(path: string, fallbackName: string, options: Call = {}): Promise<void> {
  const response = await answerOf(path, options)
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = nameOf(response, fallbackName)
  link.click()
  // The browser has taken hold of the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
