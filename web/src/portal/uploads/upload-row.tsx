import { Button } from '@mantine/core'
import { IconFile } from '@tabler/icons-react'
import { useRef } from 'react'
import { announce } from '../parts/announcer.tsx'
import { sentenceOf } from '../parts/problem.tsx'
import { useTexts } from '../texts.tsx'
import { acceptList } from './accept.ts'
import { FileInput } from './file-input.tsx'
import classes from './uploads.module.css'
import type { UploadItem } from './upload-queue.ts'
import { uploads } from './uploads.ts'

interface Props {
  item: UploadItem
  fileTypes: readonly string[]
  onFiles: (files: readonly File[]) => void
}

/** A file on its way: how far, and what one can do about it. */
export function UploadRow({ item, fileTypes, onFiles }: Props) {
  const { t, format } = useTexts()
  const percent = Math.min(100, Math.floor((item.sent / Math.max(item.size, 1)) * 100))
  const isBad = item.state === 'failed'
  return (
    <li className={classes.row} data-state={item.state}>
      <IconFile size={22} stroke={1.6} aria-hidden="true" className={classes.icon} />
      <div className={classes.body}>
        <span className={classes.name}>{item.name}</span>
        <span className={classes.meta}>
          {format.bytes(item.size)} · <StateText item={item} percent={percent} />
        </span>
        {!isBad && (
          <progress
            className={classes.track}
            aria-label={t.files.progressOf(item.name)}
            value={percent}
            max={100}
          />
        )}
        <RowActions item={item} fileTypes={fileTypes} onFiles={onFiles} />
      </div>
    </li>
  )
}

function StateText({ item, percent }: { item: UploadItem; percent: number }) {
  const { t } = useTexts()
  const text = {
    waiting: t.files.waiting,
    sending: percent === 100 ? t.files.finishing : t.files.sending(percent),
    paused: t.files.paused(percent),
    offline: t.files.offline(percent),
    lost: t.files.lost(percent),
    failed: sentenceOf(item.error, t.common),
  }
  // Each percent read out would drown everything else.
  const isNews = item.state === 'offline' || item.state === 'failed' || item.state === 'lost'
  return isNews ? (
    <output className={classes.news}>{text[item.state]}</output>
  ) : (
    <span>{text[item.state]}</span>
  )
}

function RowActions({ item, fileTypes, onFiles }: Props) {
  const { t } = useTexts()
  const { id, name, state } = item
  function cancel() {
    void uploads.cancel(id)
    announce(t.files.stopped(name))
  }
  const retries = state === 'paused' || state === 'offline' || state === 'failed'
  return (
    <div className={classes.actions}>
      {(state === 'sending' || state === 'waiting') && (
        <Action label={t.files.pause} name={name} onClick={() => uploads.pause(id)} />
      )}
      {retries && (
        <Action
          label={state === 'failed' ? t.common.retry : t.files.resume}
          name={name}
          onClick={() => uploads.resume(id)}
        />
      )}
      {state === 'lost' && <ChooseAgain name={name} fileTypes={fileTypes} onFiles={onFiles} />}
      <Action label={t.files.stop} name={name} onClick={cancel} />
    </div>
  )
}

function Action({ label, name, onClick }: { label: string; name: string; onClick: () => void }) {
  const { t } = useTexts()
  return (
    <Button size="compact-md" variant="default" aria-label={t.files.of(label, name)} onClick={onClick}>
      {label}
    </Button>
  )
}

function ChooseAgain({ name, fileTypes, onFiles }: Omit<Props, 'item'> & { name: string }) {
  const { t } = useTexts()
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <Action label={t.files.again} name={name} onClick={() => chooser.current?.click()} />
      <FileInput ref={chooser} accept={acceptList(fileTypes)} onFiles={onFiles} />
    </>
  )
}
