/** What is wrong with a file, in words for whoever brought it. */
export class RegisterFileError extends Error {
  override name = 'RegisterFileError'
}
