import { readSignedMessage } from '../cms/signed-data.ts'
import { verifyMessage } from '../cms/verify-message.ts'
import { verifyTimeStamp } from '../cms/time-stamp.ts'
import { digestOf } from '../pdf/byte-range.ts'
import { limits } from '../limits.ts'

const range =
  /\/ByteRange\s{0,20}\[\s{0,20}0\s{1,20}(\d{1,10})\s{1,20}(\d{1,10})\s{1,20}(\d{1,10})\s{0,20}\]/g
const hexadecimal = /^<[0-9A-Fa-f\s]+>$/

/**
 * Whether a file whose structure cannot be read has a seal that proves the damage: its contents stand exactly where it
 * says, and what it covers is missing or is not what was signed.
 */
export function contradictsItself(bytes: Buffer): boolean {
  const text = bytes.toString('latin1')
  let looked = 0
  for (const match of text.matchAll(range)) {
    looked += 1
    if (looked > limits.signatures) return false
    const [holeStart, holeEnd, rest] = [Number(match[1]), Number(match[2]), Number(match[3])]
    const hole = text.slice(holeStart, holeEnd)
    if (!hexadecimal.test(hole)) continue
    const end = holeEnd + rest
    if (
      end > bytes.length ||
      !isSealed(bytes, Buffer.from(hole.replaceAll(/[<>\s]/g, ''), 'hex'), { holeStart, holeEnd, end })
    )
      return true
  }
  return false
}
function isSealed(
  bytes: Buffer,
  contents: Buffer,
  place: { holeStart: number; holeEnd: number; end: number },
): boolean {
  try {
    const digest = digestOf(bytes, place)
    const message = readSignedMessage(contents)
    const answer =
      message.content === null ? verifyMessage(message, digest, []) : verifyTimeStamp(contents, digest, [])
    return answer.kind !== 'OTHER_CONTENT'
  } catch {
    return true
  }
}
