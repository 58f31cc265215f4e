// Files made byte by byte, for the tests of this package and of whoever builds on it.
export { jpeg, png, tiff } from './make-images.ts'
export { docx, openDocument, relations, xlsx } from './make-office.ts'
export { latin1, objectStream, pdf, stream } from './make-pdf.ts'
export { makeZip, packedOnce, type MadeEntry } from './make-zip.ts'

/** The harmless text every virus scanner reports. In two halves, or a scanner would find it in this file. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')
