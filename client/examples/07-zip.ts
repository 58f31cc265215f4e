// Saves all files of a dossier as one archive, written as it comes.
// node 07-zip.ts 205 files.zip
import { saveDownload } from '@vigie/client/node'
import { account, argument } from './connect.ts'

const dossierId = Number(argument(0, 'the number of a dossier'))
const path = argument(1, 'where to put the archive')

const archive = await account.download('/dossiers/{dossierId}/files/download', { path: { dossierId } })
await saveDownload(archive, path)
console.log(archive.fileName)
