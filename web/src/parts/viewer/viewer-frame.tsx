import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import {
  readFromFrame,
  type FromFrame,
  type Appearance,
  type FileKind,
  type Mark,
  type ToFrame,
} from '../../viewer/messages.ts'
import classes from './viewer.module.css'

export interface ShownMark {
  readonly id: number
}

interface Props {
  frame: RefObject<HTMLIFrameElement | null>
  kind: FileKind
  name: string
  blob: Blob
  marks: readonly Mark[] | undefined
  shown: ShownMark | null
  onMessage: (message: FromFrame) => void
}

/** Without an origin of its own a frame can only be addressed as anybody. Our policy keeps it on our address. */
export function postToFrame(frame: HTMLIFrameElement | null, message: ToFrame, bytes?: ArrayBuffer): void {
  frame?.contentWindow?.postMessage(message, '*', bytes ? [bytes] : [])
}

/** Draws a file of a stranger where it can do no harm: no origin, no network, no way out. */
export function ViewerFrame({ frame, kind, name, blob, marks, shown, onMessage }: Props) {
  const { t, i18n } = useTranslation()
  const [ready, setReady] = useState(false)
  const theme = useComputedColorScheme('light')
  const pageLabel = t('viewer.pageOf', { page: '{page}', pages: '{pages}' })

  const hear = useEffectEvent(({ source, data }: MessageEvent<unknown>) => {
    if (source === null || source !== frame.current?.contentWindow) return
    const message = readFromFrame(data)
    if (message?.type === 'ready') setReady(true)
    else if (message) onMessage(message)
  })
  useEffect(() => {
    const listener = (event: MessageEvent<unknown>) => hear(event)
    window.addEventListener('message', listener)
    return () => window.removeEventListener('message', listener)
  }, [])

  const { language } = i18n
  const show = useEffectEvent((bytes: ArrayBuffer) => {
    postToFrame(
      frame.current,
      { type: 'show', kind, bytes, appearance: { theme, language, pageLabel, label: name } },
      bytes,
    )
  })
  useEffect(() => {
    if (!ready) return
    let gone = false
    void blob.arrayBuffer().then((bytes) => {
      if (!gone) show(bytes)
    })
    return () => {
      gone = true
    }
  }, [ready, blob])

  useEffect(() => {
    const look: Appearance = { theme, language, pageLabel, label: name }
    if (ready) postToFrame(frame.current, { type: 'look', appearance: look })
  }, [ready, frame, theme, language, pageLabel, name])

  useEffect(() => {
    if (ready && marks) postToFrame(frame.current, { type: 'marks', marks })
  }, [ready, frame, marks])
  useEffect(() => {
    if (ready && shown) postToFrame(frame.current, { type: 'mark', id: shown.id })
  }, [ready, frame, shown])

  return (
    <iframe
      ref={frame}
      className={classes.frame}
      sandbox="allow-scripts"
      src={`${import.meta.env.BASE_URL}viewer`}
      title={t('viewer.frameTitle', { name })}
    />
  )
}
