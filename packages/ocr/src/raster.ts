import sharp, { type Sharp } from 'sharp'

/** A grey picture: one byte for each pixel, line by line, 0 is black. */
export interface Raster {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

export const open = ({ width, height, data }: Raster) => sharp(data, { raw: { width, height, channels: 1 } })

export async function toRaster(picture: Sharp): Promise<Raster> {
  const { data, info } = await picture.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}
