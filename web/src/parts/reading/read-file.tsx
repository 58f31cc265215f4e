import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { LoadFile } from '../viewer/file-bytes.ts'
import { FileViewer, type ViewedFile } from '../viewer/file-viewer.tsx'
import { marksOf } from './field-marks.ts'
import { ReadingPanel } from './reading-panel.tsx'
import { readingQuery, type FilePlace } from './reading.queries.ts'

interface Props {
  place: FilePlace
  file: ViewedFile
  load: LoadFile
  onKey?: (key: string) => void
}

/** A file with what was read in it: marked on its pages, and listed beside them. */
export function ReadFile({ place, file, load, onKey }: Props) {
  const { data } = useQuery(readingQuery(place))
  const marks = useMemo(() => (data ? marksOf(data) : []), [data])
  const [shown, setShown] = useState<{ readonly file: number; readonly id: number } | null>(null)
  return (
    <FileViewer
      file={file}
      load={load}
      marks={marks}
      shown={shown?.file === file.fileId ? shown : null}
      {...(onKey && { onKey })}
      beside={
        data !== undefined &&
        data.readAt !== null && (
          <ReadingPanel
            key={file.fileId}
            reading={data}
            onShow={(id) => setShown({ file: file.fileId, id })}
          />
        )
      }
    />
  )
}
