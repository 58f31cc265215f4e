// Used by pdf-content.ts: what the bytes of a PDF tell of how often it was saved.

/** Where each save of the file ends. The first part of a file made for the web names no table, and is no save. */
export function revisionEnds(bytes: Buffer): number[] {
  const text = bytes.toString('latin1')
  return [...text.matchAll(/startxref\s{1,4}(\d{1,12})\s{1,4}%%EOF/g)]
    .filter(([, offset]) => Number(offset) > 0)
    .map(({ index, 0: found }) => index + found.length)
}

/** Whether the file speaks of a seal as programs write it. */
export const namesSeal = (bytes: Buffer): boolean => bytes.includes('/ByteRange')

/** Whether some signature says that it covers the file to its very end. Whether it is right, others must judge. */
export function isCoveredBySignature(bytes: Buffer): boolean {
  const text = bytes.toString('latin1')
  const written = text.trimEnd().length
  return [
    ...text.matchAll(
      /\/ByteRange\s{0,4}\[\s{0,4}0\s{1,4}\d{1,12}\s{1,4}(\d{1,12})\s{1,4}(\d{1,12})\s{0,10}\]/g,
    ),
  ].some(([, from, length]) => Number(from) + Number(length) >= written)
}
