const MiB = 1024 * 1024

/** The largest public list today is some 2 GiB; a file beyond these bounds is no list. */
export const limits = {
  fileBytes: 8 * 1024 * MiB,
  /** One text, tag, attribute or comment. The longest text of the UN list has 1,723 characters. */
  tokenCharacters: MiB / 4,
  /** OpenSanctions puts all that several lists say of someone into one row. */
  rowCharacters: MiB,
  recordCharacters: 4 * MiB,
  recordElements: 20_000,
  depth: 40,
  cells: 500,
  /** What must be held until the whole file has been read, because its rows may come in any order. */
  heldCharacters: 512 * MiB,
  nameCharacters: 4_000,
  /** Names, addresses and so on of one entry, each. */
  values: 5_000,
  warnings: 100,
} as const

/** Files are taken in pieces of this size, whatever the size they come in. */
export const pieceBytes = 64 * 1024
