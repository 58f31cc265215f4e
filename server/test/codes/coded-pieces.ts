import sharp from 'sharp'
import { draw } from '../../../packages/codes/test/kit/draw.ts'
import { gs, writeCode, type WrittenCode } from '../../../packages/codes/test/kit/write-2d-doc.ts'
import { day, issue } from '../../../packages/seals/test/kit/authority.ts'
import { makeCodeList } from '../../../packages/seals/test/kit/list.ts'
import { deskDay } from '../responses/answers-desk.ts'
import { vigilancePdf, type VigilanceParts } from '../responses/certificate-pdf.ts'

/** The day that desks of answers live in. */
const today = new Date(`${deskDay}T00:00:00Z`)
const validity = { from: new Date(today.getTime() - 100 * day), until: new Date(today.getTime() + 300 * day) }
export const nextUpdate = new Date(today.getTime() + 100 * day)
export const later = (days: number) => new Date(today.getTime() + days * day)

export const state = issue({ name: 'State of tests', isRsa: true, ...validity })
export const authority = issue({ name: 'ZZ01', isAuthority: true, ...validity })
export const signer = issue({ name: 'AB12', issuer: authority, ...validity })
export const retracted = issue({ name: 'AB15', issuer: authority, ...validity })
export const stranger = issue({ name: 'AB13', isAuthority: true, ...validity })

export const codeList = (sequence = 23, until = nextUpdate) =>
  makeCodeList({
    signer: state,
    nextUpdate: until,
    sequence,
    authorities: [{ id: 'ZZ01', holder: authority }],
  })

interface Subject {
  readonly name: string
  readonly siren: string
  readonly siret: string
}

/** Signed by the authority of tests, about this company. */
export const signedCode = ({ name, siret }: Subject, more: Partial<WrittenCode> = {}): Buffer =>
  writeCode({
    type: '21',
    message: `5L${siret}5M${name.toUpperCase().slice(0, 30)}${gs}`,
    key: signer.key,
    ...more,
  })

/** A genuine certificate with this code printed in its corner. */
export async function certificateWith(
  company: Subject,
  code: Buffer | string,
  parts: VigilanceParts = {},
): Promise<Buffer> {
  const format = typeof code === 'string' ? 'QRCode' : 'DataMatrix'
  const { width, height, data } = await draw(code, format, 8)
  const picture = await sharp(data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer()
  return vigilancePdf(company, {
    ...parts,
    draw: (document) => document.image(picture, 440, 640, { width: 90 }),
  })
}
