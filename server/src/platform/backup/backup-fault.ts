/** What stops a backup or a restore and is not ours to mend: the sentence is for the operator. */
export class BackupFault extends Error {
  override name = 'BackupFault'
}

/** Something of a copy is not what was put there. */
export class DamagedCopy extends BackupFault {
  override name = 'DamagedCopy'
}
