/** Finds the page of a form for a file by the address that the form is sent to. Pure. */

/** The forms for a file, with their pages: a body that is too large is not read, so nothing in it names the page. */
const FILE_FORMS = [
  [/\/run\/history\/upload$/, "/run/history"],
  [/\/run\/import$/, "/run/export"],
  [/\/me\/history$/, "/me/history"],
] as const

/** Returns the page of the form whose file is too large; empty if the form takes no file. */
export function pageOfFile(action: string): string {
  const found = FILE_FORMS.find(([form]) => form.test(action))
  return found === undefined ? "" : action.replace(found[0], found[1])
}
