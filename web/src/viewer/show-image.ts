import { boundedZoom, margin, ShowError, type FileView, type Stage } from './file-view.ts'

const types: readonly [type: string, magic: readonly number[], at: number][] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47], 0],
  ['image/jpeg', [0xff, 0xd8, 0xff], 0],
  ['image/gif', [0x47, 0x49, 0x46, 0x38], 0],
  ['image/webp', [0x57, 0x45, 0x42, 0x50], 8],
  ['image/bmp', [0x42, 0x4d], 0],
  ['image/avif', [0x61, 0x76, 0x69, 0x66], 8],
]

/** Told by the first bytes, whatever the name says: drawings that could hold a script are none of these. */
function typeOf(bytes: Uint8Array): string {
  const found = types.find(([, magic, at]) => magic.every((byte, i) => bytes[at + i] === byte))
  if (!found) throw new ShowError('damaged')
  return found[0]
}

async function decoded(bytes: ArrayBuffer): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = URL.createObjectURL(new Blob([bytes], { type: typeOf(new Uint8Array(bytes)) }))
  await image.decode().catch(() => {
    throw new ShowError('damaged')
  })
  return image
}

export async function showImage(stage: Stage, bytes: ArrayBuffer): Promise<FileView> {
  const image = await decoded(bytes)
  image.alt = stage.pageLabel(1, 1)
  const sheet = document.createElement('div')
  sheet.className = 'sheet picture'
  sheet.append(image)
  stage.element.replaceChildren(sheet)

  let turns = 0
  let zoom = 1
  let fits = true
  const own = { width: image.naturalWidth, height: image.naturalHeight }
  const draw = () => {
    const [width, height] = turns % 2 === 0 ? [own.width, own.height] : [own.height, own.width]
    // A small picture is not blown up by itself.
    if (fits) zoom = boundedZoom(Math.min(1, (stage.element.clientWidth - 2 * margin) / width))
    Object.assign(sheet.style, { width: `${width * zoom}px`, height: `${height * zoom}px` })
    Object.assign(image.style, { width: `${own.width * zoom}px`, height: `${own.height * zoom}px` })
    image.style.transform = `translate(-50%, -50%) rotate(${turns * 90}deg)`
    stage.changed()
  }
  draw()
  return {
    view: () => ({ page: 1, pages: 1, zoom: Math.round(zoom * 100), cut: false }),
    zoom: (factor) => {
      fits = false
      zoom = boundedZoom(zoom * factor)
      draw()
    },
    fit: () => {
      fits = true
      draw()
    },
    rotate: () => {
      turns = (turns + 1) % 4
      draw()
    },
    resized: draw,
    relabel: (label) => {
      image.alt = label(1, 1)
    },
  }
}
