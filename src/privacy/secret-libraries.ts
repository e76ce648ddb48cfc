/**
 * Loads the libraries that recognize secrets, on first use: secretlint, libphonenumber and validator. Their
 * evaluation has no room in a Worker's startup, so nothing else may import them.
 */

const load = async () => {
  const parsers = await import("./secret-parsers.ts")
  return {
    rules: parsers.rules,
    findPhoneNumbersInText: parsers.findPhoneNumbersInText,
    parsePhoneNumberFromString: parsers.parsePhoneNumberFromString,
    isEmail: functionIn(parsers.isEmail),
    isIBAN: functionIn(parsers.isIBAN),
    isLuhnNumber: functionIn(parsers.isLuhnNumber),
  }
}

export type SecretLibraries = Awaited<ReturnType<typeof load>>

let loaded: SecretLibraries | null = null

/** Loads the libraries once per isolate. Every entry point awaits it through `loadLibraries`. */
export async function loadSecretLibraries(): Promise<void> {
  loaded ??= await load()
}

/** Returns the libraries. Throws if `loadSecretLibraries` has not finished. */
export function secretLibraries(): SecretLibraries {
  if (loaded === null) throw new Error("the secret libraries are not loaded: await loadLibraries() first")
  return loaded
}

/** Node and bundlers disagree on the default export of a CommonJS file: its function, or an object that holds it. */
function functionIn<F extends (...args: never[]) => unknown>(exported: F): F {
  return (exported as F & { default?: F }).default ?? exported
}
