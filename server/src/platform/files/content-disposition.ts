/** RFC 6266: a plain name for old clients, the exact one for the others. Always a download, never a page. */
export function attachmentDisposition(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%/;]/g, '_')
  const exact = encodeURIComponent(Buffer.from(filename).toString()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}
